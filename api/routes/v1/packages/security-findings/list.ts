import { z } from 'zod';
import { listPackageFindings } from '../../../../../services/findings/list.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Finding, presentFinding } from './present.ts';

const Query = z.object({ include_resolved: z.stringbool().default(false) });

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
        response: { 200: z.object({ findings: z.array(Finding) }) },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const filter = { includeResolved: request.query.include_resolved };
      const named = readNamed(deps, request.params);
      const { findings, isInsider } = await listPackageFindings(deps, caller, named, filter);
      return { findings: findings.map((finding) => presentFinding(finding, caller.actor, isInsider)) };
    },
  );
}
