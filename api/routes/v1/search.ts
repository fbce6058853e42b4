import { z } from 'zod';
import { searchPackages } from '../../../services/search/search-packages.ts';
import type { ManagementDeps, Routes } from '../deps.ts';
import { text } from '../fields.ts';
import { openPage, pageFields, paging } from '../paging.ts';
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

const Page = z.object({ total: z.int(), ...pageFields, packages: z.array(Hit) });

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
    async (request, reply) => {
      const { q, page: _page, per_page: _perPage, cursor: _cursor, ...filters } = request.query;
      const page = openPage(request);
      const wanted = { ...filters, ...page.window, text: q };
      const { total, hits } = await searchPackages(deps, request.actor, wanted);
      const { shown, fields } = page.close(reply, hits);
      return { total, ...fields, packages: shown.map(presentHit) };
    },
  );
}
