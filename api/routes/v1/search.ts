import { z } from 'zod';
import { EcosystemId } from '../../../domain/ecosystem-id.ts';
import { listHitDetails } from '../../../store/postgres/search/search-hydration.ts';
import type { ManagementDeps, Routes } from '../deps.ts';
import { text } from '../fields.ts';
import { paging, windowOf } from '../paging.ts';
import { Hit, presentHit } from './present-hit.ts';

const Query = z.object({
  q: text(500).default(''),
  ecosystem: EcosystemId.optional(),
  org: text(64).optional().describe('Slug of the owning organization'),
  repository: text(64).optional().describe('Slug of the repository'),
  keyword: text(64).optional(),
  license: text(200).optional(),
  sort: z.enum(['relevance', 'downloads', 'updated', 'name']).default('relevance'),
  ...paging(20),
});

const Page = z.object({ total: z.int(), page: z.int(), per_page: z.int(), packages: z.array(Hit) });

export function registerSearchPackages(app: Routes, { search, pool }: ManagementDeps): void {
  app.get(
    '/v1/search',
    {
      schema: {
        operationId: 'searchPackages',
        tags: ['packages'],
        summary: 'Packages the caller may know of; the total is exact',
        querystring: Query,
        response: { 200: Page },
      },
    },
    async (request) => {
      const { q, page, per_page, ...filters } = request.query;
      const { total, hits } = await search.query(request.actor, {
        ...filters,
        ...windowOf(request.query),
        text: q,
        facets: [],
        fields: [],
      });
      const ids = hits.map((hit) => hit.packageId);
      const details = await listHitDetails(pool, ids);
      const packages = hits.flatMap((hit) => {
        const known = details.get(hit.packageId);
        return known ? [presentHit(hit, known)] : [];
      });
      return { total, page, per_page, packages };
    },
  );
}
