import { z } from 'zod';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const Choice = z.object({ all: z.boolean().optional().describe('Every session of the account') }).nullish();
const Message = z.object({ message: z.string() });

export function registerDeleteSession(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/logout',
    {
      config: { tier: 'auth' },
      schema: {
        operationId: 'deleteSession',
        tags: ['auth'],
        summary: 'Log out; without a credential there is nothing to do and that is fine',
        body: Choice,
        response: { 200: Message },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const hasEnded = await services.identity.logOut(caller, { isAll: request.body?.all ?? false });
      return { message: hasEnded ? 'logged out' : 'there was no session' };
    },
  );
}
