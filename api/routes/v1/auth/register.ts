import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Email, Username } from '../../../../domain/username.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const Registration = z.object({
  username: Username,
  email: Email,
  password: z
    .string()
    .max(fieldLimits.password.characters)
    .describe('12 to 256 characters, not one of the most used'),
});

const Registered = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  repository_slug: z.string().describe('The public repository that first publishes go to'),
});

export function registerCreateUser(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/register',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'createUser',
        tags: ['auth'],
        summary: 'Register an account with a public repository of its own',
        description:
          'Answers 409 for a user name that has an account. Where mails are sent, the address counts once its reader has confirmed it; without them the answer is 409 for an address that has an account as well, as there is no other way to report it.',
        body: Registration,
        response: { 200: Registered },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { repositorySlug, ...user } = await services.identity.registerUser(caller, request.body);
      return { ...user, repository_slug: repositorySlug };
    },
  );
}
