import { z } from 'zod';
import { may } from '../../../../../domain/authorize.ts';
import { listFindings } from '../../../../../store/postgres/findings/finding-list.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { getVisiblePackage, PackageParams, packagePath } from '../find.ts';
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
      const { pkg } = await getVisiblePackage(deps, request.actor, request.params);
      const isInsider = may(request.actor, 'oversee', pkg) || may(request.actor, 'triage', pkg);
      const filter = {
        includeResolved: request.query.include_resolved,
        includeUnreleased: may(request.actor, 'oversee', pkg),
      };
      const findings = await listFindings(deps.pool, pkg.id, filter);
      return { findings: findings.map((finding) => presentFinding(finding, request.actor, isInsider)) };
    },
  );
}
