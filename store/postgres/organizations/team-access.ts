import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import type { Window } from '../../../domain/paging.ts';
import { Permission } from '../../../domain/permissions.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

/** The kinds of objects on which a team can have rights. */
export type AccessKind = 'package' | 'repository' | 'namespace';

const Access = z.object({
  ...placed,
  /** The ecosystem of the package or the namespace; null for repositories. */
  ecosystem: z.string().nullable(),
  /** The package's name, the repository's slug, or the namespace. */
  name: z.string(),
  targetId: z.string(),
  permissions: z.array(Permission),
});
export type Access = z.infer<typeof Access>;

const columnOf = { package: 'package_id', repository: 'repository_id', namespace: 'namespace_id' } as const;

const byName = keyset(
  { value: sql.fragment`coalesce(packages.name, repositories.slug, namespaces.name)`, type: 'text' },
  { value: sql.fragment`coalesce(packages.ecosystem, namespaces.ecosystem, '')`, type: 'text' },
  { value: sql.fragment`team_access.target_id`, type: 'uuid' },
);

/** By name. `ecosystem` limits the list to one ecosystem. */
export async function listAccess(
  db: Queryable,
  teamId: string,
  kind: AccessKind,
  { ecosystem = null, ...window }: Window & { ecosystem?: string | null },
): Promise<readonly Access[]> {
  return db.any(sql.type(Access)`
    select coalesce(packages.ecosystem, namespaces.ecosystem) as ecosystem,
      coalesce(packages.name, repositories.slug, namespaces.name) as name, team_access.target_id,
      team_access.permissions, ${byName.position} as position
    from team_access
    left join packages on packages.id = team_access.package_id
    left join repositories on repositories.id = team_access.repository_id
    left join namespaces on namespaces.id = team_access.namespace_id
    where team_access.team_id = ${teamId}
      and ${sql.identifier(['team_access', columnOf[kind]])} is not null
      and (${ecosystem}::text is null or coalesce(packages.ecosystem, namespaces.ecosystem) = ${ecosystem})
      and ${byName.behind(window)}
    ${byName.page(window)}`);
}

const Granted = z.object({ permissions: z.array(Permission) });

/** Null if the team has no access. */
export async function findAccess(
  db: Queryable,
  teamId: string,
  targetId: string,
): Promise<readonly Permission[] | null> {
  const found = await db.maybeOne(sql.type(Granted)`
    select team_access.permissions from team_access
    where team_access.team_id = ${teamId} and team_access.target_id = ${targetId}`);
  return found?.permissions ?? null;
}

/** Replaces the team's earlier access. */
export async function saveAccess(
  db: Queryable,
  teamId: string,
  { kind, id, permissions }: { kind: AccessKind; id: string; permissions: readonly Permission[] },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into team_access (team_id, ${sql.identifier([columnOf[kind]])}, permissions)
    values (${teamId}, ${id}, ${sql.array([...permissions], 'text')})
    on conflict (team_id, target_id) do update set permissions = excluded.permissions`);
}

export async function deleteAccess(db: Queryable, teamId: string, targetId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from team_access where team_access.team_id = ${teamId} and team_access.target_id = ${targetId}`);
}

const TeamAccess = z.object({
  teamId: z.string(),
  teamSlug: z.string(),
  teamName: z.string(),
  scope: z.enum(['package', 'repository', 'namespace']),
  permissions: z.array(Permission),
});
/** The rights of a team on a package, and their source. */
export type TeamAccess = z.infer<typeof TeamAccess>;

/** The access of all teams; by slug. */
export async function listTeamAccessOn(
  db: Queryable,
  pkg: { id: string; repositoryId: string; namespaceId: string | null },
): Promise<readonly TeamAccess[]> {
  return db.any(sql.type(TeamAccess)`
    select teams.id as team_id, teams.slug as team_slug, teams.name as team_name,
      case when team_access.package_id is not null then 'package'
        when team_access.repository_id is not null then 'repository' else 'namespace' end as scope,
      team_access.permissions
    from team_access join teams on teams.id = team_access.team_id
    where team_access.package_id = ${pkg.id} or team_access.repository_id = ${pkg.repositoryId}
      or team_access.namespace_id = ${pkg.namespaceId}::uuid
    order by teams.slug, scope limit ${answerLimits['team rights'].count}`);
}
