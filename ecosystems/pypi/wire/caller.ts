import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { bearerToken, decodeBasic, parseAuthorization } from '../../../domain/credential.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';

/** The caller. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request.headers.authorization));
  await context.mount(caller);
  return caller;
}

/**
 * For uploads, including uploads of builds. A wrong credential is `forbidden`: with 401 clients would prompt for
 * input, but builds have no user. @throws DomainError `unauthenticated`, `forbidden`, `insufficient_scope`,
 * `not_found`
 */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
): Promise<KnownCaller> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers
    .authenticate(request, credential, { acceptsExchanged: true })
    .catch((error: unknown) => {
      const isRefused = error instanceof DomainError && error.status === 401 && credential !== undefined;
      throw isRefused ? new DomainError('forbidden', error.detail) : error;
    });
  const addressed = await inRepository(context, caller, request);
  await context.mount(addressed);
  return as(addressed, requireScope(addressed.actor, 'packages:write'));
}

/**
 * The end of an upload's path may name the repository.
 * @throws DomainError `not_found` on the mount of another repository
 */
async function inRepository(
  { callers }: RouteContext,
  caller: Caller,
  { params }: FastifyRequest,
): Promise<Caller> {
  const { slug } = params as { slug?: string };
  if (slug === undefined) return caller;
  if (caller.repository !== null && caller.repository !== slug) throw notFound('repository');
  return caller.repository === slug ? caller : callers.onMount(caller, slug);
}

/**
 * The token as the password of `__token__` or any name, or as the name. Any other value is an unknown credential,
 * never an absent one.
 */
function credentialOf(authorization: string | undefined): string | undefined {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) return bearer;
  const { scheme, value = '' } = parseAuthorization(authorization) ?? {};
  if (scheme !== 'basic') return authorization?.trim() || undefined;
  const { username, password } = decodeBasic(value);
  return password || username || value || undefined;
}
