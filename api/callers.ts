import { inputLimits } from '../domain/limits/inputs.ts';
import type { FastifyRequest } from 'fastify';
import type { Actor, Origin } from '../domain/actor.ts';
import type { Caller, MountedRepository } from '../domain/caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The repository whose own mount the request was sent to, if any. */
    mount?: MountedRepository | null;
  }
}

const maxUserAgent = inputLimits['user agent'].characters;

/** The origin of a request, as far as the proxies in between are trusted. */
export function originOf(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent'];
  return { ipAddress: request.ip, userAgent: agent?.slice(0, maxUserAgent) ?? null };
}

/** The facts of a request for the rest of the platform: the actor, the origin, and the mount. */
export function callerOf<Who extends Actor>(request: FastifyRequest, actor: Who): Caller<Who> {
  const { repository } = (request.params ?? {}) as { repository?: string };
  return {
    actor,
    repository: repository ?? null,
    mount: request.mount ?? null,
    origin: originOf(request),
  };
}
