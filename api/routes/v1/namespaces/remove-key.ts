import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { keysPath } from './key.ts';
import type { Services } from '../../../../services/index.ts';

export function registerRemoveNamespaceKey(app: Routes, services: Services): void {
  app.delete(
    `${keysPath}/:fingerprint`,
    {
      schema: {
        operationId: 'removeNamespaceKey',
        tags: ['namespaces'],
        summary: 'Take back a key: signatures by it are unverified from then on',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid(), fingerprint: z.string().regex(/^[0-9A-Fa-f]{32,64}$/) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, fingerprint } = request.params;
      await services.namespaces.removeKey(callerOf(request, request.actor), { namespaceId: id, fingerprint });
      return reply.code(204).send(null);
    },
  );
}
