import { z } from 'zod';
import { usernameKey } from '../../../domain/username.ts';
import type { Window } from '../../../domain/paging.ts';
import { keyset, placed } from '../keyset.ts';
import { deleteInvitationsOfAddress } from '../organizations/invitations.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { isErased, shownAddress } from './addresses.ts';
import { deleteApprovedLogins } from './login-requests.ts';

const Account = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  displayName: z.string().nullable(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  /** Whether the personal data was erased: the account can't be unlocked or receive mail. */
  isErased: z.boolean(),
  mfaEnabled: z.boolean(),
  createdAt: z.date(),
  lastSeenAt: z.date().nullable(),
});
/** An account as platform administrators see it. */
export type Account = z.infer<typeof Account>;

const Listed = Account.extend(placed);

const byName = keyset({ value: sql.fragment`users.username_key`, type: 'text' });

const accounts = sql.fragment`
  select users.id, users.username, ${shownAddress} as email,
    users.email_verified_at is not null as is_email_verified, users.display_name, users.is_admin, users.is_active, ${isErased} as is_erased,
    users.mfa_enabled, users.created_at,
    greatest((select max(sessions.last_used_at) from sessions where sessions.user_id = users.id),
      (select max(tokens.last_used_at) from tokens where tokens.user_id = users.id)) as last_seen_at,
    ${byName.position} as position
  from users`;

/** By name; `text`: a prefix of the name or address. */
export async function listAccounts(
  db: Queryable,
  { text, isActive, isAdmin }: { text: string | null; isActive: boolean | null; isAdmin: boolean | null },
  window: Window,
): Promise<readonly z.infer<typeof Listed>[]> {
  const start = text?.toLowerCase() ?? null;
  return db.any(sql.type(Listed)`
    ${accounts}
    where (${start}::text is null or starts_with(users.username_key, ${start}) or starts_with(users.email_key, ${start}))
      and (${isActive}::boolean is null or users.is_active = ${isActive})
      and (${isAdmin}::boolean is null or users.is_admin = ${isAdmin})
      and ${byName.behind(window)}
    ${byName.page(window)}`);
}

export async function findAccount(
  db: Queryable,
  named: { id: string } | { username: string },
): Promise<Account | null> {
  const isNamed =
    'id' in named
      ? sql.fragment`users.id = ${named.id}`
      : sql.fragment`users.username_key = ${usernameKey(named.username)}`;
  return db.maybeOne(sql.type(Account)`${accounts} where ${isNamed}`);
}

const administrationLock = 7_216_013_303;

/** Locks the set of platform administrators until the transaction ends. */
export async function lockAdministration(tx: Transaction): Promise<void> {
  await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(${administrationLock})`);
}

const Count = z.object({ count: z.number() });

export async function countActiveAdmins(db: Queryable): Promise<number> {
  const { count } = await db.one(sql.type(Count)`
    select count(*)::int as count from users where users.is_admin and users.is_active`);
  return count;
}

export async function setStanding(
  db: Queryable,
  id: string,
  { isAdmin, isActive }: { isAdmin: boolean; isActive: boolean },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    with locked as (select users.id from users where users.id = ${id} for update)
    update users set is_admin = ${isAdmin}, is_active = ${isActive}, updated_at = now()
    from locked where users.id = locked.id`);
}

const Slug = z.object({ slug: z.string() });

/** Organizations with the person as their only owner. */
export async function listSolelyOwned(db: Queryable, userId: string): Promise<readonly string[]> {
  const owned = await db.any(sql.type(Slug)`
    select organizations.slug from members join organizations on organizations.id = members.organization_id
    where members.user_id = ${userId} and members.role = 'owner'
      and not exists (select from members as others where others.organization_id = members.organization_id
        and others.role = 'owner' and others.user_id <> members.user_id)
    order by organizations.slug`);
  return owned.map(({ slug }) => slug);
}

/**
 * Erases all data of a person except the name: it stays reserved, because releases show it. `passwordHash`: a hash
 * that matches no password.
 */
export async function erasePersonalData(
  db: Queryable,
  userId: string,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<void> {
  for (const table of [
    'sessions',
    'tokens',
    'members',
    'team_members',
    'package_grants',
    'invitations',
    'authenticators',
    'login_challenges',
    'mails',
    'mail_links',
    'login_places',
    'webhooks',
  ]) {
    await db.query(sql.typeAlias('void')`
      delete from ${sql.identifier([table])} where ${sql.identifier([table, 'user_id'])} = ${userId}`);
  }
  await deleteApprovedLogins(db, userId);
  await deleteInvitationsOfAddress(db, userId);
  // mails to an address name no account
  await db.query(sql.typeAlias('void')`
    delete from mails using users
    where users.id = ${userId} and mails.user_id is null
      and lower(mails.address) in (lower(users.email), lower(users.pending_email))`);
  await db.query(sql.typeAlias('void')`
    update users
    set email = ${email}, email_key = ${email}, pending_email = null, email_verified_at = null, display_name = null, bio = null, website = null,
      avatar_url = null, password_hash = ${passwordHash},
      is_admin = false, is_active = false, mfa_enabled = false, updated_at = now()
    where users.id = ${userId}`);
}
