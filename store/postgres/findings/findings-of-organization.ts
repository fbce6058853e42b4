import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../../domain/actor.ts';
import { Severity } from '../../../domain/findings.ts';
import type { Window } from '../../../domain/paging.ts';
import { Visibility } from '../../../domain/visibility.ts';
import { placed } from '../keyset.ts';
import { isNamed } from '../packages/named.ts';
import { byEcosystemAndName } from '../packages/order.ts';
import { mayWhere, packageRights } from '../packages/rights.ts';
import { shownVisibility } from '../packages/visibility.ts';
import { type Queryable, sql } from '../pool.ts';

const Counts = z.object({
  critical: z.number(),
  high: z.number(),
  medium: z.number(),
  low: z.number(),
  info: z.number(),
});

const Affected = z.object({
  ...placed,
  packageId: z.string(),
  ecosystem: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: Visibility,
  repositoryId: z.string(),
  namespaceId: z.string().nullable(),
  openFindings: z.number(),
  worstSeverity: Severity,
  latestDetectedAt: z.date(),
  severities: Counts,
  reviewerTeams: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string() })),
});
/** A package of an organization with open findings. */
export type AffectedPackage = z.infer<typeof Affected>;

export interface FindingsOfOrganization {
  organizationId: string;
  severities?: readonly Severity[] | undefined;
  ecosystem?: string | undefined;
  /** Any of these name keys. */
  nameKeys?: readonly string[] | undefined;
}

/** Affected packages by ecosystem and name, limited to packages and releases that the actor may see. */
export async function listAffected(
  db: Queryable,
  actor: Actor,
  filter: FindingsOfOrganization,
  window: Window,
): Promise<readonly AffectedPackage[]> {
  return db.any(sql.type(Affected)`
    ${affected(actor, filter)} and ${byEcosystemAndName.behind(window)}
    ${byEcosystemAndName.page(window)}`);
}

const Summary = z.object({ openFindings: z.number(), affectedPackages: z.number(), severities: Counts });
export type FindingsSummary = z.infer<typeof Summary>;

/** The totals of all affected packages. */
export async function sumUpFindings(
  db: Queryable,
  actor: Actor,
  filter: FindingsOfOrganization,
): Promise<FindingsSummary> {
  return db.one(sql.type(Summary)`
    select coalesce(sum(open.open_findings), 0)::int as open_findings, count(*)::int as affected_packages,
      jsonb_build_object(
        'critical', coalesce(sum((open.severities ->> 'critical')::int), 0),
        'high', coalesce(sum((open.severities ->> 'high')::int), 0),
        'medium', coalesce(sum((open.severities ->> 'medium')::int), 0),
        'low', coalesce(sum((open.severities ->> 'low')::int), 0),
        'info', coalesce(sum((open.severities ->> 'info')::int), 0)) as severities
    from ${source(actor, filter)}`);
}

function affected(actor: Actor, filter: FindingsOfOrganization): FragmentSqlToken {
  return sql.fragment`
    select packages.id as package_id, packages.ecosystem, packages.name, packages.description,
      ${shownVisibility} as visibility, packages.repository_id, packages.namespace_id, open.open_findings, open.worst_severity,
      open.latest_detected_at, open.severities, ${byEcosystemAndName.position} as position,
      (select coalesce(jsonb_agg(jsonb_build_object('id', teams.id, 'slug', teams.slug, 'name', teams.name)
          order by teams.slug), '[]')
        from teams
        where teams.organization_id = ${filter.organizationId} and exists (
          select from team_access
          where team_access.team_id = teams.id and 'security_review' = any(team_access.permissions)
            and team_access.target_id in (packages.id, packages.repository_id, packages.namespace_id))
      ) as reviewer_teams
    from ${source(actor, filter)}`;
}

/** Only managers of a package see findings of unreleased versions. */
function source(actor: Actor, filter: FindingsOfOrganization): FragmentSqlToken {
  const { organizationId, severities, ecosystem } = filter;
  const only = severities ?? Severity.options;
  return sql.fragment`packages
    join repositories on repositories.id = packages.repository_id
    join lateral (
      select count(*)::int as open_findings, max(findings.detected_at) as latest_detected_at,
        (array['info', 'low', 'medium', 'high', 'critical'])[max(
          array_position(array['info', 'low', 'medium', 'high', 'critical'], findings.severity))] as worst_severity,
        jsonb_build_object(
          'critical', count(*) filter (where findings.severity = 'critical'),
          'high', count(*) filter (where findings.severity = 'high'),
          'medium', count(*) filter (where findings.severity = 'medium'),
          'low', count(*) filter (where findings.severity = 'low'),
          'info', count(*) filter (where findings.severity = 'info')) as severities
      from findings join releases on releases.id = findings.release_id
      where findings.package_id = packages.id and not findings.is_resolved
        and findings.severity = any(${sql.array([...only], 'text')})
        and (releases.state = 'published' or ${mayWhere(actor, 'oversee', packageRights)})
    ) as open on open.open_findings > 0
    where repositories.owner_org_id = ${organizationId}
      and (${ecosystem ?? null}::text is null or packages.ecosystem = ${ecosystem ?? null})
      and ${isNamed(filter)}
      and (('quarantined' not in (packages.visibility, repositories.visibility)
          and ${mayWhere(actor, 'read', packageRights)})
        or ${mayWhere(actor, 'oversee', packageRights)})`;
}
