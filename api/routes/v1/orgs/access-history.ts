import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { type AccessChange } from '../../../../services/audit/access-history.ts';
import { accessColumns, accessRows } from '../../../../services/audit/spreadsheet.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { Moment, text, Time, time } from '../../fields.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { sendCsv } from '../../../csv.ts';
import type { Services } from '../../../../services/index.ts';

const Scope = z.enum(['package', 'repository', 'namespace']);

const query = {
  scope: z.enum(['all', ...Scope.options]).default('all'),
  team_slug: text(fieldLimits.slug).optional(),
  target: text(fieldLimits['target of the log']).optional().describe('As target_label has it'),
  occurred_from: Moment.optional(),
  occurred_until: Moment.optional().describe('Exclusive'),
};

const Entry = z.object({
  id: z.string(),
  action: z.string(),
  scope: Scope,
  event: z.enum(['granted', 'revoked', 'updated']),
  team_id: z.string(),
  team_slug: z.string().describe('As it was'),
  team_name: z.string().nullable().describe('As it is; null for a team that is gone'),
  target_label: z.string(),
  target: z.object({ ecosystem: z.string().nullable(), name: z.string() }),
  previous_permissions: z.array(z.string()),
  permissions: z.array(z.string()),
  actor_user_id: z.string().nullable(),
  actor_username: z.string().nullable(),
  actor_display_name: z.string().nullable(),
  actor_token_id: z.string().nullable(),
  occurred_at: Time,
  summary: z.string(),
});

export function registerAccessHistory(app: Routes, services: Services): void {
  const common = {
    tags: ['organizations'],
    security: [{ bearer: [] }],
    params: z.object({ slug: z.string() }),
  };

  app.get(
    '/v1/orgs/:slug/access-history',
    {
      schema: {
        ...common,
        operationId: 'listAccessHistory',
        summary: 'What teams were given and what was taken from them, newest first; for auditors',
        querystring: z.object({ ...query, ...paging(50) }),
        response: {
          200: z.object({ ...pageFields, has_next: z.boolean(), entries: z.array(Entry) }),
        },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const caller = callerOf(request, request.actor);
      const filter = readQuery(request.query);
      const found = await services.audit.readAccessHistory(caller, request.params.slug, filter, page.window);
      const { shown, fields } = page.close(reply, found);
      return { ...fields, has_next: fields.next_cursor !== null, entries: shown.map(present) };
    },
  );

  app.get(
    '/v1/orgs/:slug/access-history/export',
    {
      schema: {
        ...common,
        operationId: 'exportAccessHistory',
        summary: 'The same as CSV (RFC 4180); cells that a spreadsheet would calculate begin with a quote',
        querystring: z.object(query),
      },
    },
    async (request, reply) => {
      const { slug } = request.params;
      const caller = callerOf(request, request.actor);
      const changes = await services.audit.exportAccessHistory(caller, slug, readQuery(request.query));
      const filename = `org-access-history-${slug}.csv`;
      return sendCsv(reply, { filename, columns: accessColumns, rows: accessRows(changes) });
    },
  );
}

function readQuery(given: z.infer<z.ZodObject<typeof query>>) {
  return {
    scope: given.scope === 'all' ? undefined : given.scope,
    team: given.team_slug,
    target: given.target,
    from: given.occurred_from,
    until: given.occurred_until,
  };
}

function present({ entry, scope, target: label, ...change }: AccessChange): z.infer<typeof Entry> {
  const slash = scope === 'repository' ? -1 : label.indexOf('/');
  return {
    id: entry.id,
    action: entry.action,
    scope,
    event: change.event,
    team_id: change.teamId,
    team_slug: change.teamSlug,
    team_name: entry.teamName,
    target_label: label,
    target: { ecosystem: slash < 0 ? null : label.slice(0, slash), name: label.slice(slash + 1) },
    previous_permissions: [...change.previousPermissions],
    permissions: [...change.permissions],
    actor_user_id: entry.actorUserId,
    actor_username: entry.names.actor_username ?? null,
    actor_display_name: entry.actorDisplayName,
    actor_token_id: entry.actorTokenId,
    occurred_at: time(entry.occurredAt),
    summary: change.summary,
  };
}
