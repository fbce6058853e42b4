import type { FastifyRequest } from 'fastify';
import { anonymous, requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { decodeBasic, parseAuthorization } from '../../../domain/credential.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Right } from './rights.ts';

/** The right that a key needs to read gems that are not public. */
const readingRight: Right = 'index_rubygems';

/** The reader. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(context: RouteContext, request: FastifyRequest): Promise<Caller> {
  const caller = await context.callers.authenticate(request, credentialOf(request));
  const isWritersKey =
    caller.actor.kind === 'user' && caller.actor.heldBack?.rights.has(readingRight) === false;
  const reader = isWritersKey ? { ...caller, actor: anonymous } : caller;
  await context.mount(reader);
  return reader;
}

/**
 * For writes, including pushes of builds.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `mfa_required`
 */
export async function identifyWriter(
  context: RouteContext,
  request: FastifyRequest,
  right: Right,
): Promise<KnownCaller> {
  const options = { acceptsExchanged: right === 'push_rubygem' };
  const caller = await context.callers.authenticate(request, credentialOf(request), options);
  await context.mount(caller);
  const known = await context.accounts.useKey(caller, { right, code: oneTimePassword(request) });
  return as(known, requireScope(known.actor, 'packages:write'));
}

export function oneTimePassword({ headers: { otp } }: FastifyRequest): string | undefined {
  return typeof otp === 'string' && otp !== '' ? otp : undefined;
}

/**
 * `gem` sends the bare key, Bundler a name or a password. Any other value is an unknown credential, never an absent
 * one.
 */
function credentialOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['x-gem-api-key'];
  const { scheme, value = '' } = parseAuthorization(headers.authorization) ?? {};
  if (scheme === undefined) return typeof key === 'string' && key !== '' ? key : undefined;
  if (scheme === 'bearer' || scheme === '') return value;
  if (scheme !== 'basic') return headers.authorization;
  const { username, password } = decodeBasic(value);
  return password || username || value;
}
