import type { FastifyRequest } from 'fastify';
import { requireScope, type Actor, type UserActor } from '../../domain/actor.ts';
import { basicPassword, bearerToken } from '../../domain/credential.ts';
import type { Mount } from '../ecosystem.ts';
import type { RouteContext } from '../route-context.ts';

export interface Caller {
  actor: Actor;
  mount: Mount;
}

/** Who calls and through which mount; every route asks first, so that none forgets the mount's own check. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Caller> {
  const actor = await context.authenticate(request, credentialOf(request.headers.authorization), options);
  return { actor, mount: await context.mount(request) };
}

/** For every route that changes a package. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyWriter(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<{ actor: UserActor; mount: Mount }> {
  const { actor, mount } = await identify(context, request, options);
  return { actor: requireScope(actor, 'packages:write'), mount };
}

/** A token as such, or as the password of anybody. */
export function credentialOf(authorization: string | undefined): string | undefined {
  return bearerToken(authorization) ?? basicPassword(authorization);
}
