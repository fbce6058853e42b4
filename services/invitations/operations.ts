import { acceptInvitation, declineInvitation, listOwnInvitations } from './answer.ts';
import { inviteMember, listInvitationsOf, revokeInvitation } from './manage.ts';

/** Invitations: what every surface may ask for. */
export const invitations = {
  listOwn: listOwnInvitations,
  accept: acceptInvitation,
  decline: declineInvitation,
  list: listInvitationsOf,
  invite: inviteMember,
  revoke: revokeInvitation,
};
