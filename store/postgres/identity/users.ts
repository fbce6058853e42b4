import { z } from 'zod';
import { emailKey, usernameKey } from '../../../domain/username.ts';
import { type Queryable, sql, type Transaction } from '../pool.ts';
import { shownAddress, unconfirmedAddress } from './addresses.ts';

const UserRow = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  displayName: z.string().nullable(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  mfaEnabled: z.boolean(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
/** A person without the password hash, so that no code can expose it by accident. */
export type UserRow = z.infer<typeof UserRow>;

const columns = sql.fragment`users.id, users.username, ${shownAddress} as email,
  users.email_verified_at is not null as is_email_verified, users.display_name, users.is_admin,
  users.is_active, users.mfa_enabled, users.created_at, users.updated_at`;

export async function findUser(db: Queryable, userId: string): Promise<UserRow | null> {
  return db.maybeOne(sql.type(UserRow)`select ${columns} from users where users.id = ${userId}`);
}

export async function findUserByName(db: Queryable, username: string): Promise<UserRow | null> {
  return db.maybeOne(sql.type(UserRow)`
    select ${columns} from users where users.username_key = ${usernameKey(username)}`);
}

/**
 * Locks the account's addresses and its state against changes until the transaction ends. A caller that also locks an
 * organization or a package must do so before. False for a locked or erased account, which must not get rights.
 */
export async function keepUser(tx: Transaction, userId: string): Promise<boolean> {
  const kept = await tx.maybeOne(sql.typeAlias('id')`
    select users.id from users where users.id = ${userId} and users.is_active for share`);
  return kept !== null;
}

/** Locks the account until the transaction ends, after a wait for transactions that depend on it; later ones wait. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`select from users where users.id = ${userId} for update`);
}

const LoginRow = z.object({
  id: z.string(),
  isAdmin: z.boolean(),
  isActive: z.boolean(),
  mfaEnabled: z.boolean(),
  passwordHash: z.string(),
});

/** The row for a log-in, by username or address; a username can't contain `@`, so at most one of them matches. */
export async function findLogin(
  db: Queryable,
  usernameOrEmail: string,
): Promise<z.infer<typeof LoginRow> | null> {
  return db.maybeOne(sql.type(LoginRow)`
    select users.id, users.is_admin, users.is_active, users.mfa_enabled, users.password_hash from users
    where users.username_key = ${usernameKey(usernameOrEmail)}
      or users.email_key = ${emailKey(usernameOrEmail)}`);
}

const PasswordRow = z.object({ passwordHash: z.string(), endedAt: z.string().nullable() });

/** The stored hash, and the time of the last end of all credentials, as text; null for no person. */
export async function findPassword(
  db: Queryable,
  userId: string,
): Promise<z.infer<typeof PasswordRow> | null> {
  return db.maybeOne(sql.type(PasswordRow)`
    select users.password_hash, extract(epoch from users.credentials_ended_at)::text as ended_at from users where users.id = ${userId}`);
}

export interface NewUser {
  id: string;
  username: string;
  email: string;
  passwordHash: string;
  isAdmin: boolean;
}

/** False if the name or the confirmed address is taken; several users may await confirmation of one address. */
export async function insertUser(
  db: Queryable,
  user: NewUser,
  { isConfirmed } = { isConfirmed: true },
): Promise<boolean> {
  const email = isConfirmed ? user.email : unconfirmedAddress(user.id);
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into users (id, username, username_key, email, email_key, pending_email, password_hash, is_admin)
    values (${user.id}, ${user.username}, ${usernameKey(user.username)}, ${email}, ${emailKey(email)},
      ${isConfirmed ? null : user.email}, ${user.passwordHash}, ${user.isAdmin})
    on conflict do nothing
    returning id`);
  return created !== null;
}

/** Makes an account a platform administrator with a new password. Waits for publishes with the old password. */
export async function makeAdmin(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await lockUser(tx, userId);
  await tx.query(sql.typeAlias('void')`
    update users set is_admin = true, is_active = true, password_hash = ${passwordHash}, updated_at = now()
    where users.id = ${userId}`);
}

/** Null clears the name, undefined keeps it. False if the address belongs to another user. */
export async function updateProfile(
  db: Queryable,
  userId: string,
  changes: { email?: string | undefined; displayName?: string | null | undefined },
): Promise<boolean> {
  const { email, displayName } = changes;
  const key = email === undefined ? null : emailKey(email);
  const updated = await db.maybeOne(sql.typeAlias('id')`
    update users
    set email_verified_at = case when coalesce(${key}, users.email_key) = users.email_key then users.email_verified_at end,
      email = coalesce(${email ?? null}, users.email), email_key = coalesce(${key}, users.email_key),
      display_name = case when ${displayName !== undefined} then ${displayName ?? null} else users.display_name end,
      updated_at = now()
    where users.id = ${userId}
      and not exists (select from users as others where others.email_key = ${key} and others.id <> ${userId})
    returning users.id`);
  return updated !== null;
}

/** Sets the password, after a wait for running publishes of the person. */
export async function setPassword(db: Queryable, userId: string, passwordHash: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    with locked as (select users.id from users where users.id = ${userId} for update)
    update users set password_hash = ${passwordHash}, updated_at = now() from locked where users.id = locked.id`);
}

/** Stores a new hash of the same password, unless the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Queryable,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update users set password_hash = ${to} where users.id = ${userId} and users.password_hash = ${from}`);
}
