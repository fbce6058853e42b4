import { validate as isUuid } from 'uuid';
import type { UserActor } from '../../domain/actor.ts';
import { authorizeOwn, authorizeReadingOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  closeInvitation,
  countOpenInvitationsFor,
  findInvitationFor,
  type Invitation,
  listInvitations,
} from '../../store/postgres/organizations/invitations.ts';
import { keepUser } from '../../store/postgres/identity/users.ts';
import { findMember, saveMember } from '../../store/postgres/organizations/members.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { inOrganization } from '../organizations/in-organization.ts';
import type { Platform } from '../platform.ts';

/** The caller's invitations, newest first. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function listOwnInvitations(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
  window: { includesInactive: boolean } & Window,
): Promise<readonly Invitation[]> {
  const { userId } = authorizeReadingOwn(actor, 'answer_invitation');
  return listInvitations(pool, { userId }, window);
}

/** The number of invitations that wait for the caller's answer. @throws as {@link listOwnInvitations} */
export async function countOwnInvitations(
  { pool }: Pick<Platform, 'pool'>,
  { actor }: Caller,
): Promise<number> {
  const { userId } = authorizeReadingOwn(actor, 'answer_invitation');
  return countOpenInvitationsFor(pool, userId);
}

/**
 * Makes the user a member. Only one of two concurrent requests counts. A user who became a member meanwhile keeps the
 * role.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `invalid_state` for one that is not open
 */
export async function acceptInvitation(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  id: string,
): Promise<Invitation> {
  return answer(platform, caller, id, async (tx, { userId, username }, invitation) => {
    const { organizationId, role } = invitation;
    if (!(await closeInvitation(tx, id, { status: 'accepted', answeredBy: userId })))
      throw invalidState(`the invitation is ${invitation.status}`);
    const before = await findMember(tx, organizationId, userId);
    if (!before && !(await saveMember(tx, organizationId, { userId, role }))) throw notFound('invitation');
    await writeAudit(tx, {
      action: 'org_invitation_accept',
      performer: performedBy(caller),
      targetOrgId: organizationId,
      targetUserId: userId,
      metadata: { invitation_id: id, username, role: before?.role ?? role },
    });
  });
}

/** @throws as {@link acceptInvitation} */
export async function declineInvitation(
  platform: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  id: string,
): Promise<Invitation> {
  return answer(platform, caller, id, async (tx, { userId, username }, { organizationId, status }) => {
    if (!(await closeInvitation(tx, id, { status: 'declined', answeredBy: userId })))
      throw invalidState(`the invitation is ${status}`);
    await writeAudit(tx, {
      action: 'org_invitation_decline',
      performer: performedBy(caller),
      targetOrgId: organizationId,
      targetUserId: userId,
      metadata: { invitation_id: id, username },
    });
  });
}

/** An invitation of another user is not found. */
async function answer(
  platform: Pick<Platform, 'pool' | 'announce'>,
  { actor }: Caller,
  id: string,
  change: (tx: Transaction, person: UserActor, invitation: Invitation) => Promise<void>,
): Promise<Invitation> {
  const person = authorizeOwn(actor, 'answer_invitation');
  const { userId } = person;
  const known = isUuid(id) ? await findInvitationFor(platform.pool, userId, id) : null;
  if (!known) throw notFound('invitation');
  const answered = await inOrganization(platform.pool, known.organizationSlug, async (tx) => {
    // serialized with a removal of the address or of the account
    await keepUser(tx, userId);
    const invitation = await findInvitationFor(tx, userId, id);
    if (!invitation) throw notFound('invitation');
    await change(tx, person, invitation);
    return invitation;
  });
  platform.announce({ kind: 'user', id: userId });
  return answered;
}
