import type { FastifyRequest } from 'fastify';
import { requireScope, requireUser, type Actor, type UserActor } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import type { Mount } from '../../render-input.ts';
import type { RouteContext } from '../../context/context.ts';

export interface Entered<Who extends Actor = Actor> {
  caller: Caller<Who>;
  mount: Mount;
}

/** The caller and the mount. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Entered> {
  const caller = await context.callers.authenticate(
    request,
    credentialOf(request.headers.authorization),
    options,
  );
  return { caller, mount: await context.mount(caller) };
}

/** For every route that changes a package. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyWriter(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Entered<UserActor>> {
  const { caller, mount } = await identify(context, request, options);
  return { caller: as(caller, requireScope(caller.actor, 'packages:write')), mount };
}

/** @throws DomainError `unauthenticated` */
export async function identifyUser(context: RouteContext, request: FastifyRequest): Promise<KnownCaller> {
  const { caller } = await identify(context, request);
  return as(caller, requireUser(caller.actor));
}

/** A bearer token, or a token as the password of any user. */
export function credentialOf(authorization: string | undefined): string | undefined {
  return bearerToken(authorization) ?? basicPassword(authorization);
}
