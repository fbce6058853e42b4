import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Mount } from '../../render-input.ts';

export interface Entered<Who extends Caller = Caller> {
  caller: Who;
  mount: Mount;
}

/** The caller and the mount. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Entered> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers.authorization));
  return { caller, mount: await context.mount(caller) };
}

/** For routes that publish, builds included. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
): Promise<Entered<KnownCaller>> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers.authenticate(request, credential, { acceptsExchanged: true });
  const known = as(caller, requireScope(caller.actor, 'packages:write'));
  return { caller: known, mount: await context.mount(caller) };
}

/**
 * A token as `Bearer` or as the password of `curl -u`. Any other value is an unknown credential, never an absent one.
 */
export function credentialOf(authorization: string | undefined): string | undefined {
  return bearerToken(authorization) ?? basicPassword(authorization) ?? (authorization?.trim() || undefined);
}
