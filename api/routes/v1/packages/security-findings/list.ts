import { z } from 'zod';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { openPage, pageFields, paging } from '../../../paging.ts';
import { PackageParams, packagePath, readNamed } from '../params.ts';
import { Finding, presentFinding } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Query = z.object({ ...paging(20), include_resolved: z.stringbool().default(false) });

export function registerListFindings(app: Routes, services: Services): void {
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
      const named = readNamed(services, request.params);
      const findings = await services.findings.list(caller, named, filter);
      const { shown, fields } = page.close(reply, findings);
      return {
        ...fields,
        findings: shown.map(presentFinding),
      };
    },
  );
}
