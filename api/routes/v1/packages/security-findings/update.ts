import { z } from 'zod';
import { Resolution } from '../../../../../domain/findings.ts';
import { settlePackageFinding } from '../../../../../services/findings/settle.ts';
import { callerOf } from '../../../../callers.ts';
import type { ManagementDeps, Routes } from '../../../deps.ts';
import { clearableText } from '../../../fields.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Finding, presentFinding } from './present.ts';

const Params = PackageParams.extend({ id: z.uuid() });
const Request = z.object({
  is_resolved: z.boolean(),
  resolution: Resolution.optional(),
  note: clearableText(2_000),
});

export function registerUpdateFinding(app: Routes, management: ManagementDeps): void {
  const deps = { ...management, malwareResolvers: management.config.findings.malwareResolvers };
  app.patch(
    `${packagePath}/security-findings/:id`,
    {
      schema: {
        operationId: 'updateSecurityFinding',
        tags: ['security'],
        summary:
          'Resolve or reopen a finding; blocking ones hide their release, the last resolved one brings it back',
        security: [{ bearer: [] }],
        params: Params,
        body: Request,
        response: { 200: Finding },
      },
    },
    async (request) => {
      const { is_resolved: isResolved, resolution = null, note = null } = request.body;
      const caller = callerOf(request, request.actor);
      const command = { isResolved, resolution, note };
      const finding = await settlePackageFinding(deps, caller, readNamed(deps, request.params), command);
      return presentFinding(finding, caller.actor, true);
    },
  );
}
