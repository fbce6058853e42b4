import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import { checkVerification } from '../../../../services/namespaces/verify.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Namespace, presentClaim } from './present.ts';

export function registerCheckVerification(app: Routes, deps: ManagementDeps): void {
  app.post(
    '/v1/namespaces/:id/verification/check',
    {
      schema: {
        operationId: 'checkNamespaceVerification',
        tags: ['namespaces'],
        summary: 'Look for the DNS record; the namespace is verified once it is there',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: Namespace },
      },
    },
    async (request) =>
      presentClaim(await checkVerification(deps, callerOf(request, request.actor), request.params.id)),
  );
}
