import type { FastifyInstance } from 'fastify';
import { type Actor, anonymous, refuseExchanged } from '../../domain/actor.ts';
import { requireNetwork } from '../../domain/networks.ts';
import type { Authenticator } from '../../services/identity/authenticate.ts';
import { bearerCredential } from './presented-credential.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who carries the request; on routes with `identity: 'ignored'` nobody. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** Log-in and its kin must work for people whose old credential has died. */
    identity?: 'ignored';
  }
}

/** Resolves `Authorization: Bearer` for a whole scope; a credential that is wrong is never anonymous. */
export function registerActor(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('actor');
  app.addHook('onRequest', async (request) => {
    const isIgnored = request.routeOptions.config?.identity === 'ignored';
    const credential = isIgnored ? undefined : bearerCredential(request.headers);
    request.actor = credential === undefined ? anonymous : await authenticator.authenticate(credential);
    if (request.actor.kind === 'user') requireNetwork(request.actor, request.ip);
    refuseExchanged(request.actor);
  });
}
