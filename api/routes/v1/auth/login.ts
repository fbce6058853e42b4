import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { presentLogin, Session } from './session-fields.ts';
import type { Services } from '../../../../services/index.ts';

const Credentials = z.object({
  username_or_email: text(fieldLimits['mail address']).min(1),
  password: z.string().min(1).max(fieldLimits.password.characters),
});

const Pending = z.object({
  mfa_required: z.literal(true),
  mfa_token: z
    .string()
    .describe('Send it with the code to /v1/auth/mfa/challenge; it is good for nothing else'),
  expires_in: z.int().describe('Seconds'),
});

export function registerCreateSession(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/login',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'createSession',
        tags: ['auth'],
        summary: 'Log in with name or address and password',
        description: 'An account with a second factor gets an mfa_token instead of a session.',
        body: Credentials,
        response: { 200: z.union([Session, Pending]) },
      },
    },
    async (request, reply) => {
      const { username_or_email: usernameOrEmail, password } = request.body;
      const caller = callerOf(request, request.actor);
      const login = await services.identity.logIn(caller, { usernameOrEmail, password });
      reply.header('cache-control', 'no-store');
      if ('sessionId' in login) return presentLogin(login);
      const { token, expiresIn } = login.challenge;
      return { mfa_required: true as const, mfa_token: token, expires_in: expiresIn };
    },
  );
}
