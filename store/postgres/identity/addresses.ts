import { z } from 'zod';
import { emailKey } from '../../../domain/username.ts';
import { type Queryable, sql } from '../pool.ts';

/** A unique placeholder until an address is confirmed. Mail to it is never delivered. */
export const unconfirmedAddress = (userId: string) => `${userId}@unconfirmed.invalid`;

/** Replaces the address of an account with erased data. Mail to it is never delivered. */
export const erasedAddress = (userId: string) => `${userId}@deleted.invalid`;
export const isErased = sql.fragment`users.email_key = users.id || '@deleted.invalid'`;

/** The address of a person for display: the confirmed one, or the one that awaits confirmation. */
export const shownAddress = sql.fragment`
  case when users.email_key = users.id || '@unconfirmed.invalid' and users.pending_email is not null
    then users.pending_email else users.email end`;

const Addresses = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable(),
  isVerified: z.boolean(),
});
export type Addresses = z.infer<typeof Addresses>;

const columns = sql.fragment`users.id, users.username, users.email, users.pending_email,
  users.email_verified_at is not null as is_verified`;

/** The addresses of an account that is not locked. */
export async function findAddresses(db: Queryable, userId: string): Promise<Addresses | null> {
  return db.maybeOne(sql.type(Addresses)`
    select ${columns} from users where users.id = ${userId} and users.is_active`);
}

/** The account of this address, which is confirmed or older than address confirmation. */
export async function findByAddress(db: Queryable, address: string): Promise<Addresses | null> {
  return db.maybeOne(sql.type(Addresses)`
    select ${columns} from users where users.email_key = ${emailKey(address)} and users.is_active`);
}

/** Stores an address that awaits confirmation, even if another user has it, so that the caller learns nothing. */
export async function setPendingAddress(db: Queryable, userId: string, address: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update users set pending_email = ${address}, updated_at = now() where users.id = ${userId}`);
}

/**
 * Marks an address as read by its person; no-op if it is not the person's any more. An unconfirmed address stays
 * unconfirmed.
 */
export async function markAddressRead(db: Queryable, userId: string, address: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update users set email_verified_at = coalesce(users.email_verified_at, now()), updated_at = now()
    where users.id = ${userId} and users.email_key = ${emailKey(address)}`);
}

/** False if the address belongs to another user. */
export async function confirmAddress(db: Queryable, userId: string, address: string): Promise<boolean> {
  const key = emailKey(address);
  const confirmed = await db.maybeOne(sql.typeAlias('id')`
    update users
    set email = ${address}, email_key = ${key}, email_verified_at = now(), pending_email = null, updated_at = now()
    where users.id = ${userId}
      and not exists (select from users as others where others.email_key = ${key} and others.id <> ${userId})
    returning users.id`);
  return confirmed !== null;
}

/** Records a log-in. True if the person has logged in before, but never from this place. */
export async function notePlace(db: Queryable, userId: string, place: string): Promise<boolean> {
  const { isNew } = await db.one(sql.type(z.object({ isNew: z.boolean() }))`
    with earlier as (select login_places.place from login_places where login_places.user_id = ${userId}),
      noted as (
        insert into login_places (user_id, place) values (${userId}, ${place})
        on conflict (user_id, place) do update set last_seen_at = now())
    select exists (select from earlier) and not exists (select from earlier where earlier.place = ${place}) as is_new`);
  return isNew;
}

/** Removes places without a log-in for `days`. */
export async function forgetPlaces(db: Queryable, days: number): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from login_places where login_places.last_seen_at < now() - ${days} * interval '1 day'`);
}
