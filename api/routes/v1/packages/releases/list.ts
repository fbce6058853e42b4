import { z } from 'zod';
import { listReleases } from '../../../../../services/releases/get.ts';
import { createVersionOrder } from '../../../../../services/releases/order.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { openPage, pageFields, paging } from '../../../paging.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { presentSummary, ReleaseSummary } from './present.ts';

const Page = z.object({
  ...pageFields,
  total: z.int(),
  releases: z.array(ReleaseSummary),
});

export function registerListReleases(app: Routes, management: ManagementDeps): void {
  const deps = { ...management, highestFirst: createVersionOrder() };
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
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const named = readNamed(deps, request.params);
      const { total, releases } = await listReleases(deps, caller, named, page.window);
      const { shown, fields } = page.close(reply, releases);
      return { ...fields, total, releases: shown.map(presentSummary) };
    },
  );
}
