import type { FastifyRequest } from 'fastify';
import { requireScope } from '../../../domain/actor.ts';
import { as, type Caller, type KnownCaller } from '../../../domain/caller.ts';
import { bearerToken, decodeBasic, parseAuthorization } from '../../../domain/credential.ts';
import type { Mount } from '../../render-input.ts';
import type { RouteContext } from '../../context/context.ts';

export interface Entered<Who extends Caller = Caller> {
  caller: Who;
  mount: Mount;
}

/** The caller and the mount. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Entered> {
  const credential = credentialOf(request.headers.authorization);
  const caller = await context.callers.authenticate(request, credential, options);
  return { caller, mount: await context.mount(caller) };
}

/** For publishes, including publishes of builds. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function identifyPublisher(
  context: RouteContext,
  request: FastifyRequest,
): Promise<Entered<KnownCaller>> {
  const { caller, mount } = await identify(context, request, { acceptsExchanged: true });
  return { caller: as(caller, requireScope(caller.actor, 'packages:write')), mount };
}

/**
 * A token as `Bearer`, or as the password of any user. Any other value is an unknown credential, never an anonymous
 * caller.
 */
function credentialOf(authorization: string | undefined): string | undefined {
  const bearer = bearerToken(authorization);
  if (bearer !== undefined) return bearer;
  const { scheme, value = '' } = parseAuthorization(authorization) ?? {};
  if (scheme !== 'basic') return authorization?.trim() || undefined;
  const { username, password } = decodeBasic(value);
  return password || username || value || undefined;
}
