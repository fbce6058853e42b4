import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Namespace, presentClaim } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerCheckVerification(app: Routes, services: Services): void {
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
      presentClaim(
        await services.namespaces.checkVerification(callerOf(request, request.actor), request.params.id),
      ),
  );
}
