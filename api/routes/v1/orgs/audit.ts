import { z } from 'zod';
import { type NamedEntry } from '../../../../services/audit/organization-log.ts';
import { auditColumns, auditRows } from '../../../../services/audit/spreadsheet.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { AuditLogEntry, presentEntry } from '../audit.ts';
import { auditQuery, readAuditQuery } from '../audit-query.ts';
import { sendCsv } from '../../../csv.ts';
import type { Services } from '../../../../services/index.ts';

const Entry = AuditLogEntry.extend({
  actor_display_name: z.string().nullable(),
  target_display_name: z.string().nullable(),
});

export function registerOrganizationAudit(app: Routes, services: Services): void {
  const common = {
    tags: ['organizations'],
    security: [{ bearer: [] }],
    params: z.object({ slug: z.string() }),
  };

  app.get(
    '/v1/orgs/:slug/audit',
    {
      schema: {
        ...common,
        operationId: 'listOrganizationAudit',
        summary: 'What happened in an organization, newest first; for its auditors and administrators',
        querystring: z.object({ ...auditQuery, ...paging(50) }),
        response: {
          200: z.object({ ...pageFields, has_next: z.boolean(), logs: z.array(Entry) }),
        },
      },
    },
    async (request, reply) => {
      const { query, params } = request;
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const filter = readAuditQuery(query);
      const found = await services.audit.readOfOrganization(caller, params.slug, filter, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, has_next: fields.next_cursor !== null, logs: shown.map(present) };
    },
  );

  app.get(
    '/v1/orgs/:slug/audit/export',
    {
      schema: {
        ...common,
        operationId: 'exportOrganizationAudit',
        summary: 'The same as CSV (RFC 4180); cells that a spreadsheet would calculate begin with a quote',
        querystring: z.object(auditQuery),
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const caller = callerOf(request, request.actor);
      const entries = await services.audit.exportOfOrganization(caller, slug, readAuditQuery(request.query));
      return sendCsv(reply, {
        filename: `org-audit-${slug}.csv`,
        columns: auditColumns,
        rows: auditRows(entries),
      });
    },
  );
}

function present(entry: NamedEntry): z.infer<typeof Entry> {
  return {
    ...presentEntry(entry),
    actor_display_name: entry.actorDisplayName,
    target_display_name: entry.targetDisplayName,
  };
}
