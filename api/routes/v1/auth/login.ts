import { z } from 'zod';
import { logIn } from '../../../../services/identity/login.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';

const Credentials = z.object({
  username_or_email: text(254).min(1),
  password: z.string().min(1).max(1_024),
});

const Session = z.object({
  token: z.string().describe('Send it as Authorization: Bearer'),
  expires_in: z.int().describe('Seconds'),
  session_id: z.string(),
});

export function registerCreateSession(app: Routes, deps: ManagementDeps): void {
  app.post(
    '/v1/auth/login',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'createSession',
        tags: ['auth'],
        summary: 'Log in with name or address and password',
        body: Credentials,
        response: { 200: Session },
      },
    },
    async (request, reply) => {
      const { username_or_email: usernameOrEmail, password } = request.body;
      const caller = callerOf(request, request.actor);
      const { token, expiresIn, sessionId } = await logIn(deps, caller, { usernameOrEmail, password });
      return reply
        .header('cache-control', 'no-store')
        .send({ token, expires_in: expiresIn, session_id: sessionId });
    },
  );
}
