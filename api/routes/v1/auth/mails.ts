import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Email } from '../../../../domain/username.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import type { Services } from '../../../../services/index.ts';

const Sent = z.object({ message: z.string() });
const token = z
  .string()
  .min(1)
  .max(fieldLimits['link token'].characters)
  .describe('The last part of the link in the mail');
const absent = 'Answers 404 where no mail server is configured.';

/** Operations that send mails. A workflow sends each mail and retries while the mail server is unreachable. */
export function registerMailRoutes(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/email-verification',
    {
      config: { tier: 'auth' },
      schema: {
        operationId: 'sendEmailVerification',
        tags: ['auth'],
        summary: 'Send a link to the address that you have not confirmed yet',
        description: absent,
        security: [{ bearer: [] }],
        response: { 202: Sent },
      },
    },
    async (request, reply) => {
      await services.identity.sendVerification(callerOf(request, request.actor));
      return reply
        .code(202)
        .send({ message: 'a mail is on its way to an address that is not confirmed yet' });
    },
  );

  app.post(
    '/v1/auth/email-verification/confirm',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'confirmEmail',
        tags: ['auth'],
        summary: 'Confirm an address with the link in the mail',
        description: absent,
        body: z.object({ token }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await services.identity.confirmAddressByLink(callerOf(request, request.actor), request.body.token);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/auth/password-reset',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'sendPasswordReset',
        tags: ['auth'],
        summary: 'Send a link for a new password to the address of an account',
        description: `The answer is the same for unknown addresses. ${absent}`,
        body: z.object({ email: Email }),
        response: { 202: Sent },
      },
    },
    async (request, reply) => {
      await services.identity.sendPasswordReset(request.body.email);
      return reply.code(202).send({ message: 'if an account has this address, a mail is on its way' });
    },
  );

  app.post(
    '/v1/auth/password-reset/confirm',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'resetPassword',
        tags: ['auth'],
        summary: 'Set a new password with the link in the mail; every session and API token ends',
        description: absent,
        body: z.object({
          token,
          new_password: z
            .string()
            .max(fieldLimits.password.characters)
            .describe('12 to 256 characters, not one of the most used'),
        }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { token, new_password: next } = request.body;
      await services.identity.resetPassword(callerOf(request, request.actor), { token, next });
      return reply.code(204).send(null);
    },
  );
}
