import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { Permission, Role } from '../../../domain/permissions.ts';
import { placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';
import { bySlugOfOrganization } from './holdings.ts';

const InTeam = z.object({
  team: z.string(),
  userId: z.string(),
  username: z.string(),
  displayName: z.string().nullable(),
});
export type InTeam = z.infer<typeof InTeam>;

/** Members of all teams at once, by team and name. */
export async function listMembersOfTeams(
  db: Queryable,
  organizationId: string,
  limit: number,
): Promise<readonly InTeam[]> {
  return db.any(sql.type(InTeam)`
    select teams.slug as team, team_members.user_id, users.username, users.display_name
    from teams join team_members on team_members.team_id = teams.id join users on users.id = team_members.user_id
    where teams.organization_id = ${organizationId}
    order by teams.slug, users.username_key limit ${limit}`);
}

const TeamGrant = z.object({
  team: z.string(),
  kind: z.enum(['package', 'repository', 'namespace']),
  ecosystem: z.string().nullable(),
  name: z.string(),
  targetId: z.string(),
  permissions: z.array(Permission),
});
export type TeamGrant = z.infer<typeof TeamGrant>;

/** The grants of all teams at once, by team and target. */
export async function listGrantsOfTeams(
  db: Queryable,
  organizationId: string,
  limit: number,
): Promise<readonly TeamGrant[]> {
  return db.any(sql.type(TeamGrant)`
    select teams.slug as team,
      case when team_access.package_id is not null then 'package'
        when team_access.repository_id is not null then 'repository' else 'namespace' end as kind,
      coalesce(packages.ecosystem, namespaces.ecosystem) as ecosystem,
      coalesce(packages.name, repositories.slug, namespaces.name) as name, team_access.target_id,
      team_access.permissions
    from teams join team_access on team_access.team_id = teams.id
    left join packages on packages.id = team_access.package_id
    left join repositories on repositories.id = team_access.repository_id
    left join namespaces on namespaces.id = team_access.namespace_id
    where teams.organization_id = ${organizationId}
    order by teams.slug, name, ecosystem limit ${limit}`);
}

const Membership = z.object({
  ...placed,
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  isVerified: z.boolean(),
  mfaRequired: z.boolean(),
  memberDirectoryIsPrivate: z.boolean(),
  createdAt: z.date(),
  role: Role,
  joinedAt: z.date(),
  teamCount: z.number(),
  packageCount: z.number(),
});
/** An organization in the list of one of its members. */
export type FullMembership = z.infer<typeof Membership>;

/** By slug. Members may read all packages of the organization except quarantined ones. */
export async function listFullMemberships(
  db: Queryable,
  userId: string,
  window: Window,
): Promise<readonly FullMembership[]> {
  return db.any(sql.type(Membership)`
    select organizations.id, organizations.slug, organizations.name, organizations.description,
      organizations.website, organizations.email, organizations.is_verified, organizations.mfa_required,
      organizations.member_directory_is_private, organizations.created_at, members.role,
      members.created_at as joined_at,
      (select count(*)::int from teams where teams.organization_id = organizations.id) as team_count,
      (select count(*)::int from packages join repositories on repositories.id = packages.repository_id
        where repositories.owner_org_id = organizations.id and packages.readable_releases > 0
          and 'quarantined' not in (packages.visibility, repositories.visibility)) as package_count,
      ${bySlugOfOrganization.position} as position
    from members join organizations on organizations.id = members.organization_id
    where members.user_id = ${userId} and ${bySlugOfOrganization.behind(window)}
    ${bySlugOfOrganization.page(window)}`);
}
