import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import type { RouteContext } from '../../context/context.ts';

/** Who calls; every route asks first, so that none forgets the mount's own check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers.authorization));
  await context.mount(caller);
  return caller;
}

/** For deploys, those of builds included. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
): Promise<KnownCaller> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers.authenticate(request, credential, { acceptsExchanged: true });
  await context.mount(caller);
  return as(caller, requireScope(caller.actor, 'packages:write'));
}

/** The password of `settings.xml`, whatever user it names, or a `Bearer` token; anything else is a credential that nobody knows, never none. */
function credentialOf(authorization: string | undefined): string | undefined {
  return basicPassword(authorization) ?? bearerToken(authorization) ?? (authorization?.trim() || undefined);
}
