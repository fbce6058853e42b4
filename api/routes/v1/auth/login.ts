import { z } from 'zod';
import { logIn } from '../../../../services/identity/login.ts';
import { originOf } from '../../../callers.ts';
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
  const { pool, passwords, throttle, config } = deps;
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
      const login = await logIn(
        { pool, passwords, throttle, config, sessions: deps.authenticator.sessions },
        { usernameOrEmail, password },
        originOf(request),
      );
      const { token, expiresIn, sessionId } = login;
      return reply
        .header('cache-control', 'no-store')
        .send({ token, expires_in: expiresIn, session_id: sessionId });
    },
  );
}
