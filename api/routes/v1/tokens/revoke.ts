import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

export function registerRevokeToken(app: Routes, services: Services): void {
  app.delete(
    '/v1/tokens/:id',
    {
      schema: {
        operationId: 'revokeToken',
        tags: ['tokens'],
        summary: 'Revoke one of your tokens, or of an organization that you manage, effective at once',
        security: [{ bearer: [] }],
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await services.identity.revokeTokenById(callerOf(request, request.actor), request.params.id);
      return { message: 'token revoked' };
    },
  );
}

/** For clients that log out: they have the text of their token, not always its id. */
export function registerRevokeOwnToken(app: Routes, services: Services): void {
  app.delete(
    '/v1/tokens/current',
    {
      config: { identity: 'anywhere' },
      schema: {
        operationId: 'revokeCurrentToken',
        tags: ['tokens'],
        summary: 'Revoke the token of this request; it needs no scope',
        security: [{ bearer: [] }],
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      await services.identity.revokeCurrentToken(callerOf(request, request.actor));
      return { message: 'token revoked' };
    },
  );
}
