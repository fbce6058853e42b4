import { z } from 'zod';
import { searchPackages } from '../../../services/search/search-packages.ts';
import type { ManagementDeps, Routes } from '../deps.ts';
import { text } from '../fields.ts';
import { paging, windowOf } from '../paging.ts';
import { Hit, presentHit } from './present-hit.ts';

const queryFor = (ecosystems: readonly string[]) =>
  z.object({
    q: text(500).default(''),
    ecosystem: z.enum(ecosystems).optional(),
    org: text(64).optional().describe('Slug of the owning organization'),
    repository: text(64).optional().describe('Slug of the repository'),
    keyword: text(64).optional(),
    license: text(200).optional(),
    sort: z.enum(['relevance', 'downloads', 'updated', 'name']).default('relevance'),
    ...paging(20),
  });

const Page = z.object({ total: z.int(), page: z.int(), per_page: z.int(), packages: z.array(Hit) });

export function registerSearchPackages(app: Routes, deps: ManagementDeps): void {
  app.get(
    '/v1/search',
    {
      schema: {
        operationId: 'searchPackages',
        tags: ['packages'],
        summary: 'Packages the caller may know of; the total is exact',
        querystring: queryFor(deps.ecosystems.all.map(({ id }) => id)),
        response: { 200: Page },
      },
    },
    async (request) => {
      const { q, page, per_page, ...filters } = request.query;
      const window = windowOf(request.query);
      const { total, hits } = await searchPackages(deps, request.actor, { ...filters, ...window, text: q });
      return { total, page, per_page, packages: hits.map(presentHit) };
    },
  );
}
