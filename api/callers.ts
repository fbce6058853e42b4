import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../domain/actor.ts';
import type { Caller } from '../domain/caller.ts';

const maxUserAgent = 512;

/** Where a request came from, as far as the proxies in between are trusted. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return { ipAddress: request.ip, userAgent: agent?.slice(0, maxUserAgent) ?? null };
}

/** What of a request the rest of the platform may know: who, from where, and whose mount was used. */
export function callerOf<Who extends Actor>(request: FastifyRequest, actor: Who): Caller<Who> {
  const { repository } = (request.params ?? {}) as { repository?: string };
  return { actor, repository: repository ?? null, origin: originOf(request) };
}
