import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { Scope } from '../../../../domain/scopes.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, timeOrNull } from '../../fields.ts';
import type { Services } from '../../../../services/index.ts';
import { loginToken } from '../../../../domain/token.ts';

const Started = z.object({
  device_code: z.string().describe('For the client alone'),
  user_code: z.string().describe('What the person types, or compares'),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.int().describe('Seconds'),
  interval: z.int().describe('Seconds between two questions'),
});

const Granted = z.object({
  token: z.string(),
  token_type: z.literal('Bearer'),
  id: z.string(),
  username: z.string(),
  scopes: z.array(Scope),
  expires_at: Time.nullable(),
});

/** Log-ins of clients without a browser, after RFC 8628. */
export function registerDeviceLogin(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/device',
    {
      config: { tier: 'auth', identity: 'ignored' },
      schema: {
        operationId: 'startDeviceLogin',
        tags: ['auth'],
        summary: 'Begin a log-in that a person approves in a browser',
        description: 'The page shows the name of the client, its address and the scopes that it asks for.',
        body: z.object({
          client_name: text(fieldLimits['client name'])
            .min(1)
            .default('a program')
            .describe('What the page calls the client'),
          scopes: z
            .array(Scope)
            .min(1)
            .default([...loginToken.scopes])
            .describe('Of the token; those that the person has not are left out'),
        }),
        response: { 200: Started },
      },
    },
    async (request, reply) => {
      const { client_name: clientName, scopes } = request.body;
      const started = await services.identity.startDeviceLogin(callerOf(request, request.actor), {
        clientName,
        scopes,
      });
      reply.header('cache-control', 'no-store');
      return {
        device_code: started.deviceCode,
        user_code: started.userCode,
        verification_uri: started.pageUrl,
        verification_uri_complete: started.pageUrlWithCode,
        expires_in: started.expiresIn,
        interval: started.pollSeconds,
      };
    },
  );

  app.post(
    '/v1/auth/device/token',
    {
      config: { tier: 'poll', identity: 'ignored' },
      schema: {
        operationId: 'finishDeviceLogin',
        tags: ['auth'],
        summary: 'Ask whether the person has approved; then the token is shown this once',
        description:
          'Until then the answer is 400 with the code authorization_pending or slow_down, both with retry_after_seconds; afterwards access_denied or expired_token.',
        body: z.object({ device_code: text(fieldLimits['device code']).min(1) }),
        response: { 200: Granted },
      },
    },
    async (request, reply) => {
      const granted = await services.identity.pollDeviceLogin(request.body.device_code);
      reply.header('cache-control', 'no-store');
      return {
        token: granted.secret,
        token_type: 'Bearer' as const,
        id: granted.id,
        username: granted.username,
        scopes: [...granted.scopes],
        expires_at: timeOrNull(granted.expiresAt),
      };
    },
  );
}
