import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { basicPassword, bearerToken } from '../../../domain/credential.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { restrictBuildReads } from '../../restrict-build-reads.ts';
import type { RouteContext } from '../../context/context.ts';

/** The caller. Every route first calls one of these three functions, so that no route omits the mount's check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers.authorization));
  await context.mount(caller);
  return caller;
}

/**
 * For reads of a path. Clients read a path with their credential before they deploy to it. A build may therefore read
 * the artifact `name` that it publishes; it sees nothing else of a private repository.
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

/** For deploys, including deploys of builds. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
): Promise<KnownCaller> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers.authenticate(request, credential, { acceptsExchanged: true });
  await context.mount(caller);
  return as(caller, requireScope(caller.actor, 'packages:write'));
}

/**
 * The password of `settings.xml` with any user, or a `Bearer` token. Any other value is an unknown credential, never
 * an absent one.
 */
function credentialOf(authorization: string | undefined): string | undefined {
  return basicPassword(authorization) ?? bearerToken(authorization) ?? (authorization?.trim() || undefined);
}
