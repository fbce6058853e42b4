import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { parseAuthorization } from '../../../domain/credential.ts';
import type { Mount } from '../../render-input.ts';
import type { RouteContext } from '../../context/context.ts';

export interface Entered {
  caller: Caller;
  mount: Mount;
}

/** The caller and the mount; every route calls it first, so that none forgets the mount's own check. */
export async function identify(
  context: RouteContext,
  request: FastifyRequest,
  options?: { acceptsExchanged: boolean },
): Promise<Entered> {
  const caller = await context.callers.authenticate(request, credentialOf(request), options);
  return { caller, mount: await context.mount(caller) };
}

/** Cargo sends the bare token; scripts like to write `Bearer` before it. */
export function credentialOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  const { scheme, value } = parseAuthorization(authorization) ?? {};
  // a credential of another scheme counts as unknown, never as absent
  return scheme === 'bearer' ? value : authorization?.trim() || undefined;
}
