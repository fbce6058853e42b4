import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { parseAuthorization } from '../../../domain/credential.ts';
import type { Mount } from '../../render-input.ts';
import type { RouteContext } from '../../context/context.ts';

export interface Entered {
  caller: Caller;
  mount: Mount;
}

/** The caller and the mount. Every route calls this function first, so that no route omits the mount's check. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Entered> {
  const caller = await context.callers.authenticate(request, credentialOf(request), options);
  return { caller, mount: await context.mount(caller) };
}

/** The credential of a request. Cargo sends the bare token; scripts often add `Bearer`. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const { scheme, value } = parseAuthorization(authorization) ?? {};
  // a credential of another scheme counts as unknown, never as absent
  return scheme === 'bearer' ? value : authorization?.trim() || undefined;
}
