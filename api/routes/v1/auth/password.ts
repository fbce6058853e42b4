import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const password = z.string().min(1).max(fieldLimits.password.characters);

const Change = z.object({
  current_password: password,
  new_password: password.describe('12 to 256 characters, not one of the most used'),
  revoke_tokens: z
    .boolean()
    .default(true)
    .describe('Ends every API token of the account; false keeps them all'),
});

export function registerChangePassword(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/password',
    {
      config: { tier: 'auth' },
      schema: {
        operationId: 'changePassword',
        tags: ['auth'],
        summary:
          'Change the password from a session; other sessions end, and API tokens unless they are kept',
        security: [{ bearer: [] }],
        body: Change,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { current_password: current, new_password: next, revoke_tokens: revokesTokens } = request.body;
      const caller = callerOf(request, request.actor);
      await services.identity.changePassword(caller, { current, next, revokesTokens });
      return reply.code(204).send(null);
    },
  );
}
