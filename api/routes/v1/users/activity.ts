import { z } from 'zod';
import type { AccountActivity } from '../../../../services/identity/activity.ts';
import type { Services } from '../../../../services/index.ts';
import { callerOf } from '../../../callers.ts';
import { Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import type { Routes } from '../../routes.ts';

const Entry = z.object({
  action: z.string(),
  occurred_at: Time,
  performer: z
    .enum(['self', 'other', 'platform', 'unknown'])
    .describe('unknown: a caller with wrong credentials'),
  credential: z.enum(['session', 'token']).nullable().describe('Null where you did not perform it'),
  credential_name: z.string().nullable().describe('Of the token that it was performed with'),
  token_name: z.string().nullable().describe('Of the token that it is about'),
  changed: z.string().nullable().describe('Names of what changed, separated by spaces'),
  ip_address: z.string().nullable().describe('Null where you did not perform it'),
  user_agent: z.string().nullable(),
});

export function registerOwnActivity(app: Routes, services: Services): void {
  app.get(
    '/v1/users/me/activity',
    {
      schema: {
        operationId: 'listOwnActivity',
        tags: ['users'],
        summary: 'What happened with your account and its credentials, newest first, from a session',
        security: [{ bearer: [] }],
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, activity: z.array(Entry) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const found = await services.identity.listOwnActivity(callerOf(request, request.actor), page.window);
      const { shown, fields } = page.close(reply, found);
      reply.header('cache-control', 'no-store');
      return { ...fields, activity: shown.map(present) };
    },
  );
}

function present(entry: AccountActivity): z.infer<typeof Entry> {
  const { action, performer, credential, changed } = entry;
  return {
    action,
    occurred_at: time(entry.occurredAt),
    performer,
    credential,
    credential_name: entry.credentialName,
    token_name: entry.tokenName,
    changed,
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
  };
}
