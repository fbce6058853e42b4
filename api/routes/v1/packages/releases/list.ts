import { z } from 'zod';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { openPage, paging, pageFields } from '../../../paging.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { presentSummary, ReleaseSummary } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Page = z.object({
  ...pageFields,
  total: z.int(),
  releases: z.array(ReleaseSummary),
});

export function registerListReleases(app: Routes, services: Services): void {
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
      const named = readNamed(services, request.params);
      const { total, releases } = await services.releases.list(caller, named, page.window);
      const { shown, fields } = page.close(reply, releases);
      return { ...fields, total, releases: shown.map(presentSummary) };
    },
  );
}
