import type { FastifyInstance } from 'fastify';
import { notFound } from '../../domain/errors.ts';
import type { RootRoutes } from '../../ecosystems/ecosystem.ts';
import type { Ecosystems } from '../../ecosystems/index.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { createRouteContext, type EcosystemDeps } from '../ecosystems/context.ts';

/** Mounts every ecosystem at its shared prefix, below each repository's own, and where it needs it at the root. */
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
    const { root } = ecosystem;
    if (root) await app.register((scope) => registerRoot(scope, root, createRouteContext(deps, ecosystem)));
  }
}

/** In a scope of its own; what is not there below the prefixes is told in the ecosystem's words as well. */
async function registerRoot(scope: FastifyInstance, root: RootRoutes, context: RouteContext): Promise<void> {
  await root.routes(scope, context);
  for (const prefix of root.prefixes) {
    await scope.register(
      async (below) => {
        below.setNotFoundHandler(async () => {
          throw notFound('page');
        });
      },
      { prefix },
    );
  }
}
