import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { findMember } from '../../store/postgres/organizations/members.ts';
import {
  deleteTeamMember,
  insertTeamMember,
  listTeamMembers as findTeamMembers,
  notifyMembers,
  type TeamMember,
} from '../../store/postgres/organizations/teams.ts';
import { asManager, requireTeam } from './in-organization.ts';
import { openDirectory } from './members.ts';
import type { NamedTeam } from './teams.ts';
import type { Platform } from '../platform.ts';

export type { TeamMember };

/**
 * Members by name, for users who may see the members of the organization.
 * @throws DomainError `unauthenticated`, `not_found`
 */
export async function listTeamMembers(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { slug, team }: NamedTeam,
  window: Window,
): Promise<readonly TeamMember[]> {
  const organization = await openDirectory(pool, caller, slug);
  return findTeamMembers(pool, (await requireTeam(pool, organization, team)).id, window);
}

/**
 * True when the user was not a member of the team.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for a user
 * outside of the organization
 */
export async function addTeamMember(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: NamedTeam,
  username: string,
): Promise<boolean> {
  const { userId, isNew } = await asManager(platform, caller, named.slug, async (tx, organization) => {
    const team = await requireTeam(tx, organization, named.team);
    const user = await findUserByName(tx, username);
    if (!user?.isActive) throw notFound('user');
    if (!(await findMember(tx, organization.id, user.id))) {
      throw new DomainError('invalid_state', `${user.username} is not a member of ${organization.slug}`);
    }
    const added = await insertTeamMember(tx, team.id, user.id);
    if (added) {
      await notifyMembers(tx, [user.id]);
      await writeAudit(tx, {
        action: 'team_member_add',
        performer: performedBy(caller),
        targetOrgId: organization.id,
        targetUserId: user.id,
        metadata: { team_id: team.id, team: team.slug, username: user.username },
      });
    }
    return { userId: user.id, isNew: added };
  });
  platform.announce({ kind: 'user', id: userId });
  return isNew;
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function removeTeamMember(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  named: NamedTeam,
  username: string,
): Promise<void> {
  const userId = await asManager(platform, caller, named.slug, async (tx, organization) => {
    const team = await requireTeam(tx, organization, named.team);
    const user = await findUserByName(tx, username);
    if (!user || !(await deleteTeamMember(tx, team.id, user.id))) throw notFound('member');
    await notifyMembers(tx, [user.id]);
    await writeAudit(tx, {
      action: 'team_member_remove',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      targetUserId: user.id,
      metadata: { team_id: team.id, team: team.slug, username: user.username },
    });
    return user.id;
  });
  platform.announce({ kind: 'user', id: userId });
}
