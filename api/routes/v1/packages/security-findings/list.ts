import { z } from 'zod';
import { listPackageFindings } from '../../../../../services/findings/list.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { openPage, pageFields, paging } from '../../../paging.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Finding, presentFinding } from './present.ts';

const Query = z.object({ ...paging(20), include_resolved: z.stringbool().default(false) });

export function registerListFindings(app: Routes, deps: ManagementDeps): void {
  app.get(
    `${packagePath}/security-findings`,
    {
      schema: {
        operationId: 'listSecurityFindings',
        tags: ['security'],
        summary: 'What the scanners found, worst first; of held releases for managers only',
        params: PackageParams,
        querystring: Query,
        response: { 200: z.object({ ...pageFields, findings: z.array(Finding) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const page = openPage(request);
      const filter = { ...page.window, includeResolved: request.query.include_resolved };
      const named = readNamed(deps, request.params);
      const { findings, isInsider } = await listPackageFindings(deps, caller, named, filter);
      const { shown, fields } = page.close(reply, findings);
      return {
        ...fields,
        findings: shown.map((finding) => presentFinding(finding, caller.actor, isInsider)),
      };
    },
  );
}
