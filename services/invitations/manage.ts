import { inputLimits } from '../../domain/limits/inputs.ts';
import { validate as isUuid } from 'uuid';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, invalidState, notFound } from '../../domain/errors.ts';
import { requireUser } from '../../domain/actor.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findByAddress } from '../../store/postgres/identity/addresses.ts';
import { findUserByName } from '../../store/postgres/identity/users.ts';
import { newId } from '../../store/postgres/ids.ts';
import {
  closeInvitation,
  countOpenInvitations,
  findInvitation,
  insertInvitation,
  type Invitation,
  listInvitations,
  type NewInvitation,
} from '../../store/postgres/organizations/invitations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { findMember } from '../../store/postgres/organizations/members.ts';
import type { MemberRole } from '../organizations/change-members.ts';
import { asManager } from '../organizations/in-organization.ts';
import type { Configured, Platform } from '../platform.ts';

export type { Invitation };

const maxOpen = inputLimits['open invitations'].count;
const dayMs = 86_400_000;

export interface WantedInvitation {
  usernameOrEmail: string;
  role: MemberRole;
  expiresInDays: number;
}

/**
 * Invites a user, who decides; for managers of members. An invitation to an address is stored and answered alike
 * whether an account has the address or not, and whether that account is a member.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `already_member`, `duplicate`
 * for an address or user with an open invitation, `policy_violation`
 */
export async function inviteMember(
  platform: Pick<Platform, 'pool'> & Configured<'mail'>,
  caller: Caller,
  slug: string,
  { usernameOrEmail, role, expiresInDays }: WantedInvitation,
): Promise<Invitation> {
  return asManager(platform, caller, slug, async (tx, organization) => {
    const invited = usernameOrEmail.includes('@')
      ? await readerOf(tx, platform, usernameOrEmail)
      : await personNamed(tx, organization.id, usernameOrEmail);
    if ((await countOpenInvitations(tx, organization.id)) >= maxOpen) {
      throw new DomainError('policy_violation', `an organization has at most ${maxOpen} open invitations`);
    }
    const id = newId();
    const isNew = await insertInvitation(tx, {
      id,
      organizationId: organization.id,
      invited,
      invitedBy: requireUser(caller.actor).userId,
      role,
      expiresAt: new Date(Date.now() + expiresInDays * dayMs),
    });
    if (!isNew) throw new DomainError('duplicate', `${usernameOrEmail} has an open invitation already`);
    const invitation = await findInvitation(tx, id);
    if (!invitation) throw new Error('an invitation that was just made is gone');
    await writeAudit(tx, {
      action: 'org_invitation_create',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      ...about(invitation, { role }),
    });
    return invitation;
  });
}

/** Stores the current holder of the address only without a mailer, when the address can't be confirmed later. */
async function readerOf(
  tx: Transaction,
  { config }: Pick<Platform, 'pool'> & Configured<'mail'>,
  address: string,
): Promise<NewInvitation['invited']> {
  const holder = config.mail === null ? await findByAddress(tx, address) : null;
  return { address, holderId: holder?.id ?? null };
}

async function personNamed(tx: Transaction, organizationId: string, username: string) {
  const user = await findUserByName(tx, username);
  if (!user?.isActive) throw notFound('user');
  if (await findMember(tx, organizationId, user.id)) {
    throw new DomainError('already_member', `${user.username} is a member already`);
  }
  return { userId: user.id };
}

/** The audit data of an invitation, without addresses: the log keeps all entries. */
function about({ id, userId, username }: Invitation, more: { role?: MemberRole } = {}) {
  const metadata = { invitation_id: id, ...(username !== null && { username }), ...more };
  return { ...(userId !== null && { targetUserId: userId }), metadata };
}

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function listInvitationsOf(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  window: { includesInactive: boolean } & Window,
): Promise<readonly Invitation[]> {
  return asManager(platform, caller, slug, (tx, { id }) =>
    listInvitations(tx, { organizationId: id }, window),
  );
}

/**
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for one that
 * was answered
 */
export async function revokeInvitation(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
  id: string,
): Promise<void> {
  await asManager(platform, caller, slug, async (tx, organization) => {
    const invitation = isUuid(id) ? await findInvitation(tx, id) : null;
    if (invitation?.organizationId !== organization.id) throw notFound('invitation');
    if (!(await closeInvitation(tx, id, { status: 'revoked' }))) {
      throw invalidState(`the invitation is ${invitation.status}`);
    }
    await writeAudit(tx, {
      action: 'org_invitation_revoke',
      performer: performedBy(caller),
      targetOrgId: organization.id,
      ...about(invitation),
    });
  });
}
