import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { numberIn } from '../../bodies/query.ts';
import type { RouteContext } from '../../context/context.ts';
import { relabelNotFound } from '../../relabel-not-found.ts';
import { paths } from '../format/documents.ts';
import { nameKeyOf, type PackageRoute, reads } from './address.ts';
import { identify } from './caller.ts';

const Query = z.object({
  q: z.string().max(fieldLimits['search query'].characters).catch(''),
  offset: numberIn(0, answerLimits['protocol offset'].count, 0),
  limit: numberIn(1, answerLimits['protocol page'].count, 20),
});

/** Search of packages by a word, and the versions of a package. */
export function registerPackageRoutes(app: FastifyInstance, context: RouteContext): void {
  app.get('/', async (request, reply) => {
    const { caller } = await identify(context, request);
    const { q: text, ...window } = Query.parse(request.query);
    const { total, hits } = await context.search(caller, { text, facets: [], fields: [], ...window });
    return reply
      .header('cache-control', 'private, no-cache')
      .send({ total, packages: hits.map(({ payload }) => payload) });
  });

  for (const url of ['/:name', '/:name/']) {
    app.route<PackageRoute>({
      method: [...reads],
      url,
      async handler(request, reply) {
        const { caller } = await identify(context, request);
        const nameKey = nameKeyOf(request.params);
        return relabelNotFound(request.params.name, () =>
          context.documents.send(caller, reply, paths.versions(nameKey)),
        );
      },
    });
  }
}
