import type { FastifyInstance } from 'fastify';
import { notFound } from '../../domain/errors.ts';
import type { Ecosystems } from '../../ecosystems/index.ts';
import { createRouteContext } from '../ecosystems/context.ts';
import type { Services } from '../../services/index.ts';

/** Mounts every ecosystem at its shared prefix, below each repository's own prefix, and at the root where needed. */
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

/** Looks the mount up once per request; later code finds it with the caller. */
function lookUpMounts(scope: FastifyInstance, { packages }: Pick<Services, 'packages'>): void {
  scope.decorateRequest('mount');
  scope.addHook('onRequest', async (request) => {
    const { repository } = request.params as { repository?: string };
    if (repository !== undefined) request.mount = await packages.findMount(repository);
  });
}

/** Reports a missing address below the prefixes in the ecosystem's error format. */
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
