import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, anonymous, knownIn, refuseExchanged } from '../../domain/actor.ts';
import { requireNetwork } from '../../domain/networks.ts';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import { bearerCredential } from './presented-credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the request; anonymous on routes with `identity: 'ignored'`. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /**
     * `ignored`: log-in and similar routes must work with an expired credential. `anywhere`: the route also accepts a
     * credential that is bound to one ecosystem.
     */
    identity?: 'ignored' | 'anywhere';
  }
}

/** Resolves `Authorization: Bearer` for a whole scope; an invalid credential is refused, never treated as anonymous. */
export function registerActor(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const { identity } = request.routeOptions.config ?? {};
    const credential = identity === 'ignored' ? undefined : bearerCredential(request.headers);
    request.actor = credential === undefined ? anonymous : await authenticator.authenticate(credential);
    if (request.actor.kind === 'user') requireNetwork(request.actor, request.ip);
    refuseExchanged(request.actor);
    if (identity === 'anywhere') return;
    // keys with rights of a protocol are valid only for the routes of that protocol
    const isKey = request.actor.kind === 'user' && request.actor.heldBack !== undefined;
    request.actor = isKey ? anonymous : knownIn(request.actor, ecosystemOf(request));
  });
}

/** The ecosystem of a route about its packages; null for other routes. */
function ecosystemOf({ params }: FastifyRequest): string | null {
  const { ecosystem = null } = params as { ecosystem?: string };
  return ecosystem;
}
