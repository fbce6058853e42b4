import { acceptInvitation, countOwnInvitations, declineInvitation, listOwnInvitations } from './answer.ts';
import { inviteMember, listInvitationsOf, revokeInvitation } from './manage.ts';

/** Operations on invitations, for every surface. */
export const invitations = {
  listOwn: listOwnInvitations,
  countOwn: countOwnInvitations,
  accept: acceptInvitation,
  decline: declineInvitation,
  list: listInvitationsOf,
  invite: inviteMember,
  revoke: revokeInvitation,
};
