import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text, Time, time } from '../../fields.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Sessions = z.object({
  ...pageFields,
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: Time,
      last_used_at: Time,
      ip_address: z.string().nullable(),
      user_agent: z.string().nullable(),
      current: z.boolean().describe('The one that asks'),
    }),
  ),
});

export function registerListSessions(app: Routes, services: Services): void {
  app.get(
    '/v1/auth/sessions',
    {
      schema: {
        operationId: 'listSessions',
        tags: ['auth'],
        summary: 'Live sessions of your account, from a session',
        security: [{ bearer: [] }],
        querystring: z.object(paging(20)),
        response: { 200: Sessions },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const sessions = await services.identity.listOwnSessions(callerOf(request, request.actor), page.window);
      const { shown, fields } = page.close(reply, sessions);
      reply.header('cache-control', 'no-store');
      return {
        ...fields,
        sessions: shown.map(({ id, createdAt, lastUsedAt, ipAddress, userAgent, isCurrent }) => ({
          id,
          created_at: time(createdAt),
          last_used_at: time(lastUsedAt),
          ip_address: ipAddress,
          user_agent: userAgent,
          current: isCurrent,
        })),
      };
    },
  );
}

export function registerRevokeSession(app: Routes, services: Services): void {
  app.delete(
    '/v1/auth/sessions/:id',
    {
      schema: {
        operationId: 'revokeSession',
        tags: ['auth'],
        summary: 'End one of your sessions, from a session',
        security: [{ bearer: [] }],
        params: z.object({ id: text(fieldLimits.id) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await services.identity.revokeOwnSession(callerOf(request, request.actor), request.params.id);
      return reply.code(204).send(null);
    },
  );
}

const Refreshed = z.object({ token: z.string(), expires_in: z.int().describe('Seconds') });

export function registerRefreshSession(app: Routes, services: Services): void {
  app.post(
    '/v1/auth/refresh',
    {
      config: { tier: 'auth' },
      schema: {
        operationId: 'refreshSession',
        tags: ['auth'],
        summary: 'A new credential of the same session',
        description: 'A session ends 24 hours after its last refresh, and 30 days after its log-in.',
        security: [{ bearer: [] }],
        response: { 200: Refreshed },
      },
    },
    async (request, reply) => {
      const { token, expiresIn } = await services.identity.refreshSession(callerOf(request, request.actor));
      return reply.header('cache-control', 'no-store').send({ token, expires_in: expiresIn });
    },
  );
}
