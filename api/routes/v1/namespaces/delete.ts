import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import { releaseNamespace } from '../../../../services/namespaces/release.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

export function registerDeleteNamespace(app: Routes, deps: ManagementDeps): void {
  app.delete(
    '/v1/namespaces/:id',
    {
      schema: {
        operationId: 'deleteNamespace',
        tags: ['namespaces'],
        summary: 'Release a namespace of yours in which there are no packages; others may claim it then',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await releaseNamespace(deps, callerOf(request, request.actor), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
