import { z } from 'zod';
import { type ListedEntry } from '../../../services/audit/read-log.ts';
import type { Routes } from '../routes.ts';
import { Time, time } from '../fields.ts';
import { openPage, pageFields, paging } from '../paging.ts';
import type { Services } from '../../../services/index.ts';
import { auditQuery, readAuditQuery } from './audit-query.ts';

const Query = z.object({ ...auditQuery, target_org_id: z.uuid().optional(), ...paging(50) });

const Name = z.string().nullable().describe('When it happened');

export const AuditLogEntry = z.object({
  id: z.string(),
  action: z.string(),
  actor_user_id: z.string().nullable(),
  actor_username: Name,
  actor_token_id: z.string().nullable(),
  actor_token_name: Name,
  target_user_id: z.string().nullable(),
  target_username: Name,
  target_org_id: z.string().nullable(),
  target_org_slug: Name,
  target_package_id: z.string().nullable(),
  target_package_ecosystem: Name,
  target_package_name: Name,
  target_release_id: z.string().nullable(),
  target_version: Name,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  occurred_at: Time,
});

const Page = z.object({
  ...pageFields,
  has_next: z.boolean(),
  logs: z.array(AuditLogEntry),
});

export function registerListAudit(app: Routes, services: Services): void {
  app.get(
    '/v1/audit',
    {
      schema: {
        operationId: 'listAuditLog',
        tags: ['platform'],
        summary: 'What happened, newest first; for platform administrators',
        security: [{ bearer: [] }],
        querystring: Query,
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const page = openPage(request);
      const filter = { ...readAuditQuery(query), targetOrgId: query.target_org_id };
      const entries = await services.audit.read(request.actor, filter, page.window);
      const { shown, fields } = page.close(reply, entries);
      return { ...fields, has_next: fields.next_cursor !== null, logs: shown.map(presentEntry) };
    },
  );
}

export function presentEntry(entry: ListedEntry): z.infer<typeof AuditLogEntry> {
  const { names } = entry;
  return {
    id: entry.id,
    action: entry.action,
    actor_user_id: entry.actorUserId,
    actor_username: names.actor_username ?? null,
    actor_token_id: entry.actorTokenId,
    actor_token_name: names.actor_token_name ?? null,
    target_user_id: entry.targetUserId,
    target_username: names.target_username ?? null,
    target_org_id: entry.targetOrgId,
    target_org_slug: names.target_org_slug ?? null,
    target_package_id: entry.targetPackageId,
    target_package_ecosystem: names.target_package_ecosystem ?? null,
    target_package_name: names.target_package_name ?? null,
    target_release_id: entry.targetReleaseId,
    target_version: names.target_version ?? null,
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
    metadata: entry.metadata,
    occurred_at: time(entry.occurredAt),
  };
}
