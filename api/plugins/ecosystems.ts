import type { FastifyInstance } from 'fastify';
import type { Ecosystems } from '../../ecosystems/index.ts';
import { createRouteContext, type EcosystemDeps } from '../ecosystems/context.ts';

/** Mounts every ecosystem twice: at its shared prefix and below each repository's own. */
export async function registerEcosystems(
  app: FastifyInstance,
  ecosystems: Ecosystems,
  deps: EcosystemDeps,
): Promise<void> {
  for (const ecosystem of ecosystems.all) {
    for (const prefix of [ecosystem.mount, `${ecosystem.mount}/r/:repository`]) {
      await app.register(
        async (scope) => {
          await ecosystem.routes(scope, createRouteContext(deps, ecosystem));
        },
        { prefix },
      );
    }
  }
}
