import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { restrictBuildReads } from '../../restrict-build-reads.ts';
import type { RouteContext } from '../../context/context.ts';

/** The caller; every route begins with it or one of the next two, so that none forgets the mount's own check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers.authorization));
  await context.mount(caller);
  return caller;
}

/**
 * For reads of a path. Clients look at it before they deploy, and then with their credential: builds too, which may read
 * the artifact `name` that they publish. In a private repository nothing else exists for them.
 */
export async function identifyReader(
  context: RouteContext,
  request: FastifyRequest,
  name: string | undefined,
): Promise<Caller> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers.authenticate(request, credential, { acceptsExchanged: true });
  const reader = await restrictBuildReads(context, caller, name);
  await context.mount(reader).catch((error: unknown) => {
    const isChallenge = error instanceof DomainError && error.status === 401;
    throw isChallenge && reader !== caller ? notFound('file') : error;
  });
  return reader;
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

/** The password of `settings.xml` with any user, or a `Bearer` token; anything else counts as an unknown credential, never as none. */
function credentialOf(authorization: string | undefined): string | undefined {
  return basicPassword(authorization) ?? bearerToken(authorization) ?? (authorization?.trim() || undefined);
}
