import type { UserActor } from '../../domain/actor.ts';
import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, DomainError, forbidden, notFound } from '../../domain/errors.ts';
import type { Role } from '../../domain/permissions.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findUserByName, type UserRow } from '../../store/postgres/identity/users.ts';
import {
  deleteMember,
  findMember,
  type Member,
  saveMember,
} from '../../store/postgres/organizations/members.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { targetOf } from './get.ts';
import { inOrganization } from './in-organization.ts';
import type { Platform } from '../platform.ts';

/** Only a transfer makes an owner. */
export type MemberRole = Exclude<Role, 'owner'>;

/**
 * Adds a person, or changes the role of a member.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` also for an owner's role
 */
export async function putMember(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  { username, role }: { username: string; role: MemberRole },
): Promise<{ member: Member; isNew: boolean }> {
  requireScopeFor(caller.actor, 'manage_organization');
  const put = await inOrganization(platform.pool, slug, async (tx, organization) => {
    authorize(caller.actor, 'manage_organization', targetOf(organization));
    const user = await requirePerson(tx, username);
    const before = await findMember(tx, organization.id, user.id);
    if (before?.role === 'owner') throw forbidden('the role of an owner changes with a transfer alone');
    if (before?.role !== role) {
      if (!(await saveMember(tx, organization.id, { userId: user.id, role }))) throw notFound('user');
      await writeAudit(tx, {
        action: before ? 'org_role_change' : 'org_member_add',
        performer: performedBy(caller),
        targetOrgId: organization.id,
        targetUserId: user.id,
        metadata: { username: user.username, role, previous_role: before?.role ?? null },
      });
    }
    const member = await findMember(tx, organization.id, user.id);
    if (!member) throw new Error('a member who was just saved is gone');
    return { member, isNew: before === null };
  });
  platform.announce({ kind: 'user', id: put.member.userId });
  return put;
}

/**
 * Removes a member, by a manager of members or the member.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` also for an owner
 */
export async function removeMember(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  username: string,
): Promise<void> {
  const actor = requireScopeFor(caller.actor, 'manage_organization');
  const removed = await inOrganization(platform.pool, slug, async (tx, organization) => {
    const user = await findUserByName(tx, username);
    const isSelf = user?.id === actor.userId;
    if (!isSelf) authorize(actor, 'manage_organization', targetOf(organization));
    const member = user && (await findMember(tx, organization.id, user.id));
    if (!member) throw notFound('member');
    if (member.role === 'owner')
      throw forbidden('the owner stays until the organization is transferred to another user');
    await deleteMember(tx, organization.id, member.userId);
    await writeAudit(tx, {
      action: 'org_member_remove',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      targetUserId: member.userId,
      metadata: { username: member.username, role: member.role },
    });
    return member.userId;
  });
  platform.announce({ kind: 'user', id: removed });
}

/**
 * Makes another member the owner and the caller an administrator. The second of two concurrent transfers is refused.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for an owner,
 * `validation_failed` for the caller
 */
export async function transferOrganization(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  username: string,
): Promise<{ organization: OrganizationRow; previous: UserActor; owner: Member }> {
  requireScopeFor(caller.actor, 'transfer_organization');
  const done = await inOrganization(platform.pool, slug, async (tx, organization) => {
    const { id } = organization;
    const refusal = `you do not own the organization ${slug}`;
    const actor = authorize(caller.actor, 'transfer_organization', { ...targetOf(organization), refusal });
    // read again: the membership in the credential may be outdated
    if ((await findMember(tx, id, actor.userId))?.role !== 'owner') throw forbidden(refusal);
    const user = await findUserByName(tx, username);
    if (user?.id === actor.userId) throw toOneself();
    const member = user && (await findMember(tx, id, user.id));
    if (!member) throw notFound('member');
    if (member.role === 'owner') {
      throw aboutInput('username', new DomainError('duplicate', `${member.username} owns it already`));
    }
    if (!(await saveMember(tx, id, { userId: member.userId, role: 'owner' }))) throw notFound('member');
    await saveMember(tx, id, { userId: actor.userId, role: 'admin' });
    await writeAudit(tx, {
      action: 'org_ownership_transfer',
      performer: performedBy(caller),
      targetOrgId: id,
      targetUserId: member.userId,
      metadata: { slug, new_owner: member.username, previous_owner: actor.username },
    });
    return { organization, previous: actor, owner: { ...member, role: 'owner' as const } };
  });
  for (const { userId } of [done.previous, done.owner]) platform.announce({ kind: 'user', id: userId });
  return done;
}

async function requirePerson(tx: Transaction, username: string): Promise<UserRow> {
  const user = await findUserByName(tx, username);
  if (!user?.isActive) throw notFound('user');
  return user;
}

function toOneself(): DomainError {
  const message = 'an organization is transferred to another user';
  return new DomainError('validation_failed', message, {
    errors: [{ path: 'username', code: 'invalid', message }],
  });
}
