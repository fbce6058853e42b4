import { z } from 'zod';
import type { UserActor } from '../../../domain/actor.ts';
import { Permission, Role } from '../../../domain/permissions.ts';
import { type Queryable, sql } from '../pool.ts';

const Person = z.object({
  username: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /**
   * The time of the last end of all credentials: earlier proofs of a build no longer allow it to act for the person.
   */
  credentialsEndedAt: z.date().nullable(),
  mfaEnabled: z.boolean(),
  /**
   * Organizations that require a second factor and own an object on which the person has a right; only members are in
   * teams.
   */
  strictOrganizations: z.array(z.string()),
  memberships: z.record(z.string(), Role),
  grants: z.record(z.string(), z.array(Permission)),
});
export type Person = z.infer<typeof Person>;

/** The facts that decide about rights, in the form of actors. */
export function rightsOf({
  memberships,
  grants,
  mfaEnabled,
  strictOrganizations,
}: Person): Pick<UserActor, 'memberships' | 'grants' | 'hasSecondFactor' | 'lacksSecondFactorIn'> {
  return {
    hasSecondFactor: mfaEnabled,
    lacksSecondFactorIn: new Set(mfaEnabled ? [] : strictOrganizations),
    memberships: new Map(Object.entries(memberships)),
    grants: new Map(Object.entries(grants).map(([id, granted]) => [id, new Set(granted)])),
  };
}

/** The maximum rights of an organization's own tokens: publish and edit, but neither manage nor delete. */
const roleOfAccounts: Role = 'maintainer';

/** A person with their role in each organization and their rights on single packages. */
export async function findPerson(db: Queryable, userId: string): Promise<Person | null> {
  return db.maybeOne(sql.type(Person)`
    select users.username, users.is_admin, users.is_active, users.credentials_ended_at, users.mfa_enabled,
      array(
        select organizations.id::text from organizations
        where organizations.mfa_required and organizations.id in (
          select members.organization_id from members where members.user_id = users.id
          union all
          select repositories.owner_org_id from package_grants
          join packages on packages.id = package_grants.package_id
          join repositories on repositories.id = packages.repository_id
          where package_grants.user_id = users.id)) as strict_organizations,
      coalesce((
        select jsonb_object_agg(held.organization_id, held.role) from (
          select members.organization_id, members.role from members where members.user_id = users.id
          union all
          select organization_accounts.organization_id, ${roleOfAccounts} from organization_accounts
          where organization_accounts.user_id = users.id) as held), '{}') as memberships,
      coalesce((
        select jsonb_object_agg(granted.target_id, granted.permissions) from (
          select given.target_id, jsonb_agg(distinct given.permission) as permissions from (
            select package_grants.package_id as target_id, unnest(case package_grants.role
              when 'maintainer' then array['publish', 'write_metadata'] else array['read_private'] end) as permission
            from package_grants where package_grants.user_id = users.id
            union all
            select team_access.target_id, unnest(team_access.permissions)
            from team_members join team_access on team_access.team_id = team_members.team_id
            where team_members.user_id = users.id) as given
          group by given.target_id) as granted), '{}') as grants
    from users where users.id = ${userId}`);
}
