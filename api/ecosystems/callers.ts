import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { originOf } from '../identity/origin.ts';

/** What of a request the rest of the platform may know: who, from where, and whose mount was used. */
export function callerOf<Who extends Actor>(request: FastifyRequest, actor: Who): Caller<Who> {
  const { repository } = request.params as { repository?: string };
  return { actor, repository: repository ?? null, origin: originOf(request) };
}
