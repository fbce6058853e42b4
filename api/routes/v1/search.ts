import { z } from 'zod';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { facetNames } from '../../../services/search/search-packages.ts';
import type { Routes } from '../routes.ts';
import { text } from '../fields.ts';
import { openPage, pageFields, paging } from '../paging.ts';
import { otherName, withoutOtherName } from './packages/params.ts';
import { Hit, presentHit } from './present-hit.ts';
import type { Services } from '../../../services/index.ts';

const queryFor = (ecosystems: readonly string[]) =>
  z.object({
    q: text(fieldLimits['search query']).default(''),
    ecosystem: z
      .enum([...ecosystems, otherName])
      .transform(withoutOtherName)
      .optional(),
    org: text(fieldLimits.slug).optional().describe('Slug of the owning organization'),
    repository: text(fieldLimits.slug).optional().describe('Slug of the repository'),
    keyword: text(fieldLimits.keywords).optional(),
    license: text(fieldLimits.license).optional(),
    sort: z.enum(['relevance', 'downloads', 'updated', 'name']).default('relevance'),
    facets: z
      .string()
      .max(fieldLimits.word.characters)
      .transform((list) => [...new Set(list.split(','))])
      .pipe(z.array(z.enum(facetNames)))
      .optional()
      .describe(
        'What to count the packages by that were found, with commas between: ecosystem, license, keyword',
      ),
    ...paging(20),
  });

const Counts = z.array(z.object({ value: z.string(), count: z.int() }));

const Page = z.object({
  total: z.int(),
  ...pageFields,
  packages: z.array(Hit),
  facets: z
    .object({ ecosystem: Counts, license: Counts, keyword: Counts })
    .partial()
    .optional()
    .describe(
      'Those asked for: the twenty most frequent values of everything found, not of the page; keywords of the 20,000 packages with most downloads, with Elasticsearch of all',
    ),
});

export function registerSearchPackages(app: Routes, services: Services): void {
  app.get(
    '/v1/search',
    {
      schema: {
        operationId: 'searchPackages',
        tags: ['packages'],
        summary: 'Packages the caller may know of; the total is exact',
        querystring: queryFor(services.ecosystems.all.map(({ id }) => id)),
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const {
        q,
        page: _page,
        per_page: _perPage,
        cursor: _cursor,
        facets: countBy,
        ...filters
      } = request.query;
      const page = openPage(request);
      const wanted = { ...filters, ...page.window, text: q, countBy };
      const { total, hits, facets } = await services.search.packages(request.actor, wanted);
      const { shown, fields } = page.close(reply, hits);
      return { total, ...fields, packages: shown.map(presentHit), ...(facets && { facets }) };
    },
  );
}
