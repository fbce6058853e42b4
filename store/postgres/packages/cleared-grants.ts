import { z } from 'zod';
import { Permission } from '../../../domain/permissions.ts';
import { noticeOf } from '../notify.ts';
import { type Queryable, sql } from '../pool.ts';

/** The objects that get another owner; packages that move with a repository are listed separately. */
export interface Moving {
  packageIds: readonly string[];
  repositoryId?: string;
  namespaceId?: string;
}

const Cleared = z.object({
  /** Null for rights of teams. */
  userId: z.string().nullable(),
  /** The team, for rights of teams and of their organization; null for rights of people. */
  teamId: z.string().nullable(),
  teamOrgId: z.string().nullable(),
  /** Username, or slug of the team. */
  holder: z.string(),
  kind: z.enum(['package', 'repository', 'namespace']),
  targetId: z.string(),
  /** Null for repositories. */
  ecosystem: z.string().nullable(),
  /** Name of the package or the namespace, slug of the repository. */
  target: z.string(),
  permissions: z.array(Permission),
});
/** A right that ended with a transfer. */
export type ClearedGrant = z.infer<typeof Cleared>;

const Name = z.object({ name: z.string() });

/** Names, in lower case, of people with direct rights on the packages. */
export async function listGrantHolders(db: Queryable, { packageIds }: Moving): Promise<readonly string[]> {
  const holders = await db.any(sql.type(Name)`
    select distinct users.username_key as name from package_grants
    join users on users.id = package_grants.user_id
    where package_grants.package_id = any(${sql.array([...packageIds], 'uuid')})`);
  return holders.map(({ name }) => name);
}

/**
 * Deletes all rights of teams, and those of people except the `kept`, whose names are in lower case. Returns them by
 * holder.
 */
export async function deleteGrants(
  db: Queryable,
  moving: Moving,
  kept: readonly string[],
): Promise<readonly ClearedGrant[]> {
  const { packageIds, repositoryId = null, namespaceId = null } = moving;
  const packages = sql.array([...packageIds], 'uuid');
  return db.any(sql.type(Cleared)`
    with of_people as (
      delete from package_grants using users
      where users.id = package_grants.user_id and package_grants.package_id = any(${packages})
        and users.username_key <> all(${sql.array([...kept], 'text')})
      returning package_grants.user_id, users.username, package_grants.package_id, package_grants.role),
    of_teams as (
      delete from team_access
      where team_access.package_id = any(${packages}) or team_access.repository_id = ${repositoryId}::uuid
        or team_access.namespace_id = ${namespaceId}::uuid
      returning team_access.*)
    select of_people.user_id, null as team_id, null as team_org_id, of_people.username as holder,
      'package' as kind, of_people.package_id as target_id, packages.ecosystem, packages.name as target,
      case of_people.role when 'maintainer' then array['publish', 'write_metadata']
        else array['read_private'] end as permissions
    from of_people join packages on packages.id = of_people.package_id
    union all
    select null, teams.id, teams.organization_id, teams.slug,
      case when of_teams.package_id is not null then 'package'
        when of_teams.repository_id is not null then 'repository' else 'namespace' end,
      of_teams.target_id, coalesce(packages.ecosystem, namespaces.ecosystem),
      coalesce(packages.name, repositories.slug, namespaces.name), of_teams.permissions
    from of_teams join teams on teams.id = of_teams.team_id
    left join packages on packages.id = of_teams.package_id
    left join repositories on repositories.id = of_teams.repository_id
    left join namespaces on namespaces.id = of_teams.namespace_id
    order by holder, target`);
}

const Told = z.object({ userId: z.string() });

/** Notifies people whose right ended, and people who keep one: the new owner now decides about their rights. */
export async function notifyHolders(
  db: Queryable,
  { packageIds }: Moving,
  cleared: readonly ClearedGrant[],
): Promise<readonly string[]> {
  const userIds = cleared.map(({ userId }) => userId).filter((id) => id !== null);
  const teamIds = cleared.map(({ teamId }) => teamId).filter((id) => id !== null);
  const people = await db.any(sql.type(Told)`
    select team_members.user_id from team_members where team_members.team_id = any(${sql.array(teamIds, 'uuid')})
    union
    select package_grants.user_id from package_grants
    where package_grants.package_id = any(${sql.array([...packageIds], 'uuid')})
    union
    select users.id from users where users.id = any(${sql.array(userIds, 'uuid')})`);
  for (const { userId } of people) {
    await db.query(sql.typeAlias('void')`select ${noticeOf({ kind: 'user', id: userId })}`);
  }
  return people.map(({ userId }) => userId);
}
