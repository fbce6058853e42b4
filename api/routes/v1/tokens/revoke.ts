import { z } from 'zod';
import { revokeTokenById } from '../../../../services/identity/own-tokens.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

export function registerRevokeToken(app: Routes, deps: ManagementDeps): void {
  app.delete(
    '/v1/tokens/:id',
    {
      schema: {
        operationId: 'revokeToken',
        tags: ['tokens'],
        summary: 'Revoke one of your tokens, effective at once',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await revokeTokenById(deps, callerOf(request, request.actor), request.params.id);
      return { message: 'token revoked' };
    },
  );
}
