import { z } from 'zod';
import { may } from '../../../../../domain/authorize.ts';
import { listReleaseLines, listVersionKeys } from '../../../../../store/postgres/releases/release-pages.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { paging, windowOf } from '../../../paging.ts';
import { getVisiblePackage, PackageParams, packagePath } from '../find.ts';
import { createVersionOrder } from '../../../../../services/releases/order.ts';
import { presentSummary, ReleaseSummary } from './present.ts';

const Page = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  releases: z.array(ReleaseSummary),
});

export function registerListReleases(app: Routes, deps: ManagementDeps): void {
  const highestFirst = createVersionOrder();
  app.get(
    `${packagePath}/releases`,
    {
      schema: {
        operationId: 'listReleases',
        tags: ['releases'],
        summary: "Releases in the ecosystem's own order, highest first; held ones for managers only",
        params: PackageParams,
        querystring: z.object(paging(20)),
        response: { 200: Page },
      },
    },
    async (request) => {
      const { query, actor } = request;
      const { ecosystem, pkg } = await getVisiblePackage(deps, actor, request.params);
      const includeUnreleased = may(actor, 'oversee', pkg);
      const keys = await listVersionKeys(deps.pool, pkg.id, { includeUnreleased });
      const { offset, limit } = windowOf(query);
      const onPage = highestFirst(ecosystem, pkg.id, keys).slice(offset, offset + limit);
      const lines = await listReleaseLines(deps.pool, pkg.id, onPage);
      const { page, per_page } = query;
      return { page, per_page, total: keys.length, releases: lines.map(presentSummary) };
    },
  );
}
