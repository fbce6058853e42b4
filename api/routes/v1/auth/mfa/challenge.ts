import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { Session, presentLogin } from '../session-fields.ts';
import { Code } from './fields.ts';
import type { Services } from '../../../../../services/index.ts';

const Answer = z.object({
  mfa_token: z.string().min(1).max(fieldLimits['challenge token'].characters),
  code: Code,
});

export function registerAnswerChallenge(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/mfa/challenge',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'answerChallenge',
        tags: ['auth'],
        summary: 'The second half of a log-in: a code of the authenticator, or a recovery code',
        description: 'Five wrong codes end the log-in. Every code is good for once.',
        body: Answer,
        response: {
          200: Session.extend({
            recovery_codes_left: z.int().optional().describe('After a recovery code was used'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { mfa_token: token, code } = request.body;
      const login = await services.identity.answerChallenge(callerOf(request, request.actor), {
        token,
        code,
      });
      const { recoveryCodesLeft: left } = login;
      return reply
        .header('cache-control', 'no-store')
        .send({ ...presentLogin(login), ...(left === undefined ? {} : { recovery_codes_left: left }) });
    },
  );
}
