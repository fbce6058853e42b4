import { z } from 'zod';
import type { Window } from '../../../domain/paging.ts';
import { Role } from '../../../domain/permissions.ts';
import { emailKey } from '../../../domain/username.ts';
import { keyset, placed } from '../keyset.ts';
import { type Queryable, sql } from '../pool.ts';

const Invitation = z.object({
  ...placed,
  id: z.string(),
  organizationId: z.string(),
  organizationSlug: z.string(),
  organizationName: z.string(),
  /** Null for an invited address, until the invitation is answered. */
  userId: z.string().nullable(),
  username: z.string().nullable(),
  /** Null for an invited person. */
  address: z.string().nullable(),
  invitedBy: z.string().nullable(),
  inviterName: z.string().nullable(),
  role: Role.exclude(['owner']),
  /** An open invitation is `expired` after its end. */
  status: z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired']),
  expiresAt: z.date(),
  createdAt: z.date(),
});
/** Invites an account, or the account with an address, into an organization. */
export type Invitation = z.infer<typeof Invitation>;

const newestFirst = keyset(
  { value: sql.fragment`invitations.created_at`, type: 'timestamptz', isDescending: true },
  { value: sql.fragment`invitations.id`, type: 'uuid', isDescending: true },
);

const invitations = sql.fragment`
  select invitations.id, invitations.organization_id, organizations.slug as organization_slug,
    organizations.name as organization_name, invitations.user_id, invited.username, invitations.address,
    invitations.invited_by, inviters.username as inviter_name, invitations.role,
    case when invitations.status = 'pending' and invitations.expires_at <= now() then 'expired'
      else invitations.status end as status,
    invitations.expires_at, invitations.created_at, ${newestFirst.position} as position
  from invitations
  join organizations on organizations.id = invitations.organization_id
  left join users as invited on invited.id = invitations.user_id
  left join users as inviters on inviters.id = invitations.invited_by`;

const open = sql.fragment`invitations.status = 'pending' and invitations.expires_at > now()`;

export async function findInvitation(db: Queryable, id: string): Promise<Invitation | null> {
  return db.maybeOne(sql.type(Invitation)`${invitations} where invitations.id = ${id}`);
}

/**
 * Whether an invitation is for a person: by name, or by an address that they have confirmed. If addresses can't be
 * confirmed, by the address that they already had at the time of the invitation: a later user of the address may have
 * guessed it.
 */
export const forPerson = (userId: string) => sql.fragment`(invitations.user_id = ${userId}
  or (invitations.status = 'pending'
    and invitations.address_key = (select users.email_key from users where users.id = ${userId})
    and (invitations.holder_id = ${userId}
      or (select users.email_verified_at is not null from users where users.id = ${userId}))))`;

/** Null for another user's invitation. */
export async function findInvitationFor(
  db: Queryable,
  userId: string,
  id: string,
): Promise<Invitation | null> {
  return db.maybeOne(sql.type(Invitation)`
    ${invitations} where invitations.id = ${id} and ${forPerson(userId)}`);
}

/** Newest first: of an organization, or of a person. */
export async function listInvitations(
  db: Queryable,
  of: { organizationId: string } | { userId: string },
  { includesInactive, ...window }: { includesInactive: boolean } & Window,
): Promise<readonly Invitation[]> {
  const whose =
    'userId' in of ? forPerson(of.userId) : sql.fragment`invitations.organization_id = ${of.organizationId}`;
  return db.any(sql.type(Invitation)`
    ${invitations} where ${whose} and (${includesInactive} or (${open}))
      and ${newestFirst.behind(window)}
    ${newestFirst.page(window)}`);
}

const Count = z.object({ count: z.number() });

export async function countOpenInvitations(db: Queryable, organizationId: string): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count from invitations
    where invitations.organization_id = ${organizationId} and ${open}`);
  return count;
}

/** The number of invitations that the person can answer now. */
export async function countOpenInvitationsFor(db: Queryable, userId: string): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count from invitations where ${forPerson(userId)} and ${open}`);
  return count;
}

export interface NewInvitation {
  id: string;
  organizationId: string;
  invited: { userId: string } | { address: string; holderId: string | null };
  invitedBy: string;
  role: Invitation['role'];
  expiresAt: Date;
}

/** Replaces an expired invitation. False if there is an open one for the same person or address. */
export async function insertInvitation(db: Queryable, invitation: NewInvitation): Promise<boolean> {
  const { id, organizationId, invited, invitedBy, role, expiresAt } = invitation;
  const { userId, address, key, holderId } =
    'userId' in invited
      ? { userId: invited.userId, address: null, key: null, holderId: null }
      : { ...invited, userId: null, key: emailKey(invited.address) };
  await db.query(sql.typeAlias('void')`
    update invitations set status = 'revoked', answered_at = invitations.expires_at
    where invitations.organization_id = ${organizationId}
      and (invitations.user_id = ${userId} or invitations.address_key = ${key})
      and invitations.status = 'pending' and invitations.expires_at <= now()`);
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into invitations (id, organization_id, user_id, address, address_key, holder_id, invited_by, role, expires_at)
    values (${id}, ${organizationId}, ${userId}, ${address}, ${key}, ${holderId}, ${invitedBy}, ${role},
      ${expiresAt.toISOString()})
    on conflict do nothing
    returning invitations.id`);
  return created !== null;
}

/** `answeredBy`: the person who accepted or declined it. False if it was answered or has expired. */
export async function closeInvitation(
  db: Queryable,
  id: string,
  { status, answeredBy = null }: { status: 'accepted' | 'declined' | 'revoked'; answeredBy?: string | null },
): Promise<boolean> {
  const closed = await db.maybeOne(sql.typeAlias('id')`
    update invitations
    set status = ${status}, user_id = coalesce(invitations.user_id, ${answeredBy}), answered_at = now()
    where invitations.id = ${id} and ${open} returning invitations.id`);
  return closed !== null;
}

/** Deletes invitations of a person's confirmed address. An unconfirmed address may belong to another user. */
export async function deleteInvitationsOfAddress(db: Queryable, userId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from invitations using users
    where users.id = ${userId}
      and (invitations.holder_id = users.id or invitations.address_key = users.email_key)`);
}
