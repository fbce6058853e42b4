import { z } from 'zod';
import { requireUser } from '../../../../domain/actor.ts';
import { loginRequired } from '../../../../domain/errors.ts';
import { preparePasswordChange } from '../../../../services/identity/change-password.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';

const password = z.string().min(1).max(1_024);

const Change = z.object({
  current_password: password,
  new_password: password.describe('12 to 256 characters, not one of the most used'),
  revoke_tokens: z
    .boolean()
    .default(true)
    .describe('Ends every API token of the account; false keeps them all'),
});

export function registerChangePassword(app: Routes, deps: ManagementDeps): void {
  const { pool, config, announce } = deps;
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
      const actor = requireUser(request.actor);
      const { userId, sessionId } = actor;
      if (sessionId === undefined) throw loginRequired(config.auth.recentLoginSeconds);
      const { current_password: current, new_password: next, revoke_tokens: revokesTokens } = request.body;
      const change = { userId, current, next, sessions: { but: sessionId }, revokesTokens };
      const apply = await preparePasswordChange(deps, change, performerOf(request, actor));
      await pool.transaction(apply);
      announce({ kind: 'user', id: userId });
      return reply.code(204).send(null);
    },
  );
}
