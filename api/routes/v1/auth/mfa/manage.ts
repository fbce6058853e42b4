import { z } from 'zod';
import { fieldLimits } from '../../../../../domain/limits/fields.ts';
import { callerOf } from '../../../../callers.ts';
import type { Routes } from '../../../routes.ts';
import { CodeBody, RecoveryCodes } from './fields.ts';
import type { Services } from '../../../../../services/index.ts';

const Setup = z.object({
  secret: z.string().describe('For typing into the app'),
  provisioning_uri: z.string().describe('For its QR code'),
  recovery_codes: RecoveryCodes,
});
const Standing = z.object({ mfa_enabled: z.boolean() });
const Password = z
  .object({
    password: z
      .string()
      .min(1)
      .max(fieldLimits.password.characters)
      .optional()
      .describe('After ten minutes of a log-in'),
  })
  .nullish();

/** All of these routes require a session. */
export function registerSecondFactor(app: Routes, services: Services): void {
  const shared = { tags: ['auth'], security: [{ bearer: [] }] };
  const config = { tier: 'auth' } as const;

  app.post(
    '/v1/auth/mfa/setup',
    {
      config,
      schema: {
        ...shared,
        operationId: 'setUpSecondFactor',
        summary: 'A secret for an authenticator app; it counts once you have shown a code of it',
        body: Password,
        response: { 200: Setup },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const made = await services.identity.setUpSecondFactor(caller, { password: request.body?.password });
      const { secret, provisioningUri, recoveryCodes } = made;
      return reply
        .header('cache-control', 'no-store')
        .send({ secret, provisioning_uri: provisioningUri, recovery_codes: [...recoveryCodes] });
    },
  );

  app.post(
    '/v1/auth/mfa/verify-setup',
    {
      config,
      schema: {
        ...shared,
        operationId: 'confirmSecondFactor',
        summary: 'Show a code of the new authenticator: from now on log-ins need one, and other sessions end',
        body: CodeBody,
        response: { 200: Standing },
      },
    },
    async (request) => {
      await services.identity.confirmSecondFactor(callerOf(request, request.actor), request.body.code);
      return { mfa_enabled: true };
    },
  );

  app.post(
    '/v1/auth/mfa/recovery-codes',
    {
      config,
      schema: {
        ...shared,
        operationId: 'renewRecoveryCodes',
        summary: 'New recovery codes; the old ones are void',
        body: CodeBody,
        response: { 200: z.object({ recovery_codes: RecoveryCodes }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const codes = await services.identity.renewRecoveryCodes(caller, request.body.code);
      return reply.header('cache-control', 'no-store').send({ recovery_codes: [...codes] });
    },
  );

  app.post(
    '/v1/auth/mfa/disable',
    {
      config,
      schema: {
        ...shared,
        operationId: 'disableSecondFactor',
        summary: 'Log-ins need no code any more',
        body: CodeBody,
        response: { 200: Standing },
      },
    },
    async (request) => {
      await services.identity.disableSecondFactor(callerOf(request, request.actor), request.body.code);
      return { mfa_enabled: false };
    },
  );
}
