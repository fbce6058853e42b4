import { validate as isUuid } from 'uuid';
import { authorizeOwn, authorizeReadingOwn } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import type { Window } from '../../domain/paging.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  closeInvitation,
  findInvitation,
  type Invitation,
  listInvitations,
} from '../../store/postgres/organizations/invitations.ts';
import { findMember, saveMember } from '../../store/postgres/organizations/members.ts';
import type { Pool, Transaction } from '../../store/postgres/pool.ts';
import { inOrganization, type OrganizationDeps } from '../organizations/in-organization.ts';

/** Of the caller, newest first. @throws DomainError `unauthenticated`, `insufficient_scope` */
export async function listOwnInvitations(
  pool: Pool,
  { actor }: Caller,
  window: { includesInactive: boolean } & Window,
): Promise<readonly Invitation[]> {
  const { userId } = authorizeReadingOwn(actor, 'answer_invitation');
  return listInvitations(pool, { userId }, window);
}

/**
 * The person is a member from now on. Of two at once one counts. Whoever became a member meanwhile keeps their role.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `invalid_state` for one that is not open
 */
export async function acceptInvitation(
  deps: OrganizationDeps,
  caller: Caller,
  id: string,
): Promise<Invitation> {
  const accepted = await answer(deps, caller, id, async (tx, invitation) => {
    const { organizationId, userId, username, role } = invitation;
    if (!(await closeInvitation(tx, id, 'accepted')))
      throw invalidState(`the invitation is ${invitation.status}`);
    const before = await findMember(tx, organizationId, userId);
    if (!before) await saveMember(tx, organizationId, { userId, role });
    await writeAudit(tx, {
      action: 'org_invitation_accept',
      performer: performedBy(caller),
      targetOrgId: organizationId,
      targetUserId: userId,
      metadata: { invitation_id: id, username, role: before?.role ?? role },
    });
  });
  deps.announce({ kind: 'user', id: accepted.userId });
  return accepted;
}

/** @throws as {@link acceptInvitation} */
export async function declineInvitation(
  deps: OrganizationDeps,
  caller: Caller,
  id: string,
): Promise<Invitation> {
  return answer(deps, caller, id, async (tx, { organizationId, userId, username, status }) => {
    if (!(await closeInvitation(tx, id, 'declined'))) throw invalidState(`the invitation is ${status}`);
    await writeAudit(tx, {
      action: 'org_invitation_decline',
      performer: performedBy(caller),
      targetOrgId: organizationId,
      targetUserId: userId,
      metadata: { invitation_id: id, username },
    });
  });
}

/** One that is somebody else's is not there. */
async function answer(
  { pool }: OrganizationDeps,
  { actor }: Caller,
  id: string,
  change: (tx: Transaction, invitation: Invitation) => Promise<void>,
): Promise<Invitation> {
  const { userId } = authorizeOwn(actor, 'answer_invitation');
  const known = isUuid(id) ? await findInvitation(pool, id) : null;
  if (known?.userId !== userId) throw notFound('invitation');
  return inOrganization(pool, known.organizationSlug, async (tx) => {
    const invitation = await findInvitation(tx, id);
    if (!invitation) throw notFound('invitation');
    await change(tx, invitation);
    return invitation;
  });
}
