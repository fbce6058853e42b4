import { z } from 'zod';
import { Resolution } from '../../../../../domain/findings.ts';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { clearableText } from '../../../fields.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Finding, presentFinding } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Params = PackageParams.extend({ id: z.uuid() });
const Request = z.object({
  is_resolved: z.boolean(),
  resolution: Resolution.optional(),
  note: clearableText(fieldLimits.note),
});

export function registerUpdateFinding(app: Routes, services: Services): void {
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
      const finding = await services.findings.settle(caller, readNamed(services, request.params), command);
      return presentFinding(finding);
    },
  );
}
