import type { FastifyInstance } from 'fastify';
import { notFound } from '../../domain/errors.ts';
import type { Ecosystems } from '../../ecosystems/index.ts';
import { createRouteContext } from '../ecosystems/context.ts';
import type { Services } from '../../services/index.ts';

/** Mounts every ecosystem at its shared prefix, below each repository's own, and where it needs it at the root. */
export async function registerEcosystems(
  app: FastifyInstance,
  ecosystems: Ecosystems,
  services: Services,
): Promise<void> {
  for (const ecosystem of ecosystems.all) {
    const { routes, rootRoutes } = await ecosystem.wire();
    const context = createRouteContext(services, ecosystem.id);
    for (const prefix of [ecosystem.mount, `${ecosystem.mount}/r/:repository`]) {
      await app.register(
        async (scope) => {
          lookUpMounts(scope, services);
          await routes(scope, context);
        },
        { prefix },
      );
    }
    if (!rootRoutes) continue;
    await app.register(async (scope) => {
      lookUpMounts(scope, services);
      await rootRoutes(scope, context);
      await refuseBelow(scope, ecosystem.rootPrefixes);
    });
  }
}

/** One look-up per request: later questions about the mount find it with the caller. */
function lookUpMounts(scope: FastifyInstance, { packages }: Pick<Services, 'packages'>): void {
  scope.decorateRequest('mount');
  scope.addHook('onRequest', async (request) => {
    const { repository } = request.params as { repository?: string };
    if (repository !== undefined) request.mount = await packages.findMount(repository);
  });
}

/** A missing address below the prefixes is reported in the ecosystem's words as well. */
async function refuseBelow(scope: FastifyInstance, prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) {
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
