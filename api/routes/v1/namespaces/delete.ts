import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

export function registerDeleteNamespace(app: Routes, services: Services): void {
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
      await services.namespaces.release(callerOf(request, request.actor), request.params.id);
      return reply.code(204).send(null);
    },
  );
}
