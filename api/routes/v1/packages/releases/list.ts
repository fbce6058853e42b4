import { z } from 'zod';
import { canOversee } from '../../../../../domain/access.ts';
import { isReadable } from '../../../../../domain/release.ts';
import { listReleases } from '../../../../../store/postgres/releases.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { paging, windowOf } from '../../../paging.ts';
import { getVisiblePackage, PackageParams, packagePath } from '../find.ts';
import { presentSummary, ReleaseSummary } from './present.ts';

const Page = z.object({
  page: z.int(),
  per_page: z.int(),
  total: z.int(),
  releases: z.array(ReleaseSummary),
});

export function registerListReleases(app: Routes, deps: ManagementDeps): void {
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
      const seesAll = canOversee(pkg, actor);
      const releases = (await listReleases(deps.pool, pkg.id))
        .filter((release) => seesAll || isReadable(release))
        .sort((a, b) => ecosystem.versions.compare(b.versionKey, a.versionKey));
      const { offset, limit } = windowOf(query);
      const { page, per_page } = query;
      const shown = releases.slice(offset, offset + limit).map(presentSummary);
      return { page, per_page, total: releases.length, releases: shown };
    },
  );
}
