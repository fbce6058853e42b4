import type { FastifyRequest } from 'fastify';
import { performer, type Actor, type Origin, type Performer } from '../../domain/actor.ts';

const maxUserAgent = 512;

/** Where a request came from, as far as the proxies in between are trusted. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return { ipAddress: request.ip, userAgent: agent?.slice(0, maxUserAgent) ?? null };
}

export function performerOf(request: FastifyRequest, actor: Actor): Performer {
  return performer(actor, originOf(request));
}
