import { z } from 'zod';
import { bytesOf, type Queryable, sql } from '../pool.ts';

const Authenticator = z.object({
  sealedSecret: z.instanceof(Buffer),
  isConfirmed: z.boolean(),
});

/** The authenticator app of a person, with its sealed secret. */
export async function findAuthenticator(
  db: Queryable,
  userId: string,
): Promise<z.infer<typeof Authenticator> | null> {
  return db.maybeOne(sql.type(Authenticator)`
    select authenticators.sealed_secret, authenticators.is_confirmed from authenticators
    where authenticators.user_id = ${userId}`);
}

/** Replaces an unconfirmed authenticator. False if there is a confirmed one. */
export async function saveAuthenticator(
  db: Queryable,
  userId: string,
  sealedSecret: Uint8Array,
): Promise<boolean> {
  const saved = await db.maybeOne(sql.typeAlias('id')`
    insert into authenticators (user_id, sealed_secret)
    values (${userId}, ${sql.binary(bytesOf(sealedSecret))}::bytea)
    on conflict (user_id) do update
    set sealed_secret = excluded.sealed_secret, last_step = null, created_at = now()
    where not authenticators.is_confirmed
    returning authenticators.user_id as id`);
  return saved !== null;
}

const Sealed = z.object({ id: z.string(), sealedSecret: z.instanceof(Buffer) });

/** Authenticators by person, after `after`. */
export async function listSealedAuthenticators(
  db: Queryable,
  after: string,
  limit: number,
): Promise<readonly z.infer<typeof Sealed>[]> {
  return db.any(sql.type(Sealed)`
    select authenticators.user_id as id, authenticators.sealed_secret from authenticators
    where authenticators.user_id > ${after} order by authenticators.user_id limit ${limit}`);
}

/** Stores the same secret, sealed with another key. */
export async function replaceSealedSecret(
  db: Queryable,
  userId: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update authenticators set sealed_secret = ${sql.binary(to)}::bytea
    where authenticators.user_id = ${userId} and authenticators.sealed_secret = ${sql.binary(from)}::bytea`);
}

/** Uses up the code of a period, and those of all earlier periods. False if it was used already. */
export async function takeStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const taken = await db.maybeOne(sql.typeAlias('id')`
    update authenticators set last_step = ${step}
    where authenticators.user_id = ${userId}
      and (authenticators.last_step is null or authenticators.last_step < ${step})
    returning authenticators.user_id as id`);
  return taken !== null;
}

/** Requires a code at later log-ins. False if that was so before, or without an app to confirm. */
export async function confirmAuthenticator(db: Queryable, userId: string): Promise<boolean> {
  const confirmed = await db.maybeOne(sql.typeAlias('id')`
    with confirmed as (
      update authenticators set is_confirmed = true
      where authenticators.user_id = ${userId} and not authenticators.is_confirmed
      returning authenticators.user_id)
    update users set mfa_enabled = true, updated_at = now() from confirmed where users.id = confirmed.user_id
    returning users.id`);
  return confirmed !== null;
}

/** Removes an authenticator and its recovery codes. False if there was no confirmed one. */
export async function removeAuthenticator(db: Queryable, userId: string): Promise<boolean> {
  const removed = await db.maybeOne(sql.typeAlias('id')`
    with removed as (
      delete from authenticators where authenticators.user_id = ${userId} and authenticators.is_confirmed
      returning authenticators.user_id)
    update users set mfa_enabled = false, updated_at = now() from removed where users.id = removed.user_id
    returning users.id`);
  return removed !== null;
}

/** Replaces all recovery codes; earlier ones become invalid. */
export async function replaceRecoveryCodes(
  db: Queryable,
  userId: string,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from recovery_codes where recovery_codes.user_id = ${userId}`);
  const rows = hashes.map((hash) => sql.fragment`(${userId}, ${sql.binary(bytesOf(hash))}::bytea)`);
  await db.query(sql.typeAlias('void')`
    insert into recovery_codes (user_id, code_hash) values ${sql.join(rows, sql.fragment`, `)}`);
}

const Left = z.object({ count: z.number() });

/** Uses up a recovery code. Returns the number of remaining codes; null if there is no such code. */
export async function takeRecoveryCode(
  db: Queryable,
  userId: string,
  hash: Uint8Array,
): Promise<number | null> {
  const taken = await db.maybeOne(sql.type(Left)`
    with taken as (
      delete from recovery_codes
      where recovery_codes.user_id = ${userId} and recovery_codes.code_hash = ${sql.binary(bytesOf(hash))}::bytea
      returning recovery_codes.user_id)
    select (select count(*) from recovery_codes where recovery_codes.user_id = taken.user_id)::int - 1 as count
    from taken`);
  return taken?.count ?? null;
}
