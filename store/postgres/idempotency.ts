import { z } from 'zod';
import { DomainError } from '../../domain/errors.ts';
import { inBatches, batchRows } from './batches.ts';
import { type Pool, type Queryable, sql } from './pool.ts';

/** A request that must take effect once, although it may arrive several times. */
export interface OnceRequest {
  /** The caller and operation: other callers' keys are independent. */
  scope: string;
  key: string;
  /** The digest of the whole request. */
  digest: string;
}

export interface StoredAnswer {
  status: number;
  body: object;
  language: string | null;
  etag: string | null;
}

/** Whether the key was used, even for another request. */
export async function isKeyUsed(db: Queryable, { scope, key }: OnceRequest): Promise<boolean> {
  return db.exists(sql.typeAlias('void')`
    select from idempotency_keys where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
}

const Claimed = z.object({ isNew: z.boolean() });
/** Stored as text, so that the order of members is kept. */
const Kept = z.object({
  requestDigest: z.string(),
  status: z.int(),
  body: z.string(),
  language: z.string().nullable(),
  etag: z.string().nullable(),
});

/**
 * Null if the request is new: the key is then claimed, and a repeated request waits until this transaction ends.
 * Otherwise the first answer.
 * @throws DomainError `idempotency_mismatch` if the key was used with another request
 */
export async function claimKey(
  tx: Queryable,
  { scope, key, digest }: OnceRequest,
): Promise<StoredAnswer | null> {
  const claimed = await tx.maybeOne(sql.type(Claimed)`
    insert into idempotency_keys (scope, key, request_digest, status, body)
    values (${scope}, ${key}, ${digest}, 0, 'null')
    on conflict do nothing
    returning true as is_new`);
  if (claimed) return null;
  const kept = await tx.one(sql.type(Kept)`
    select idempotency_keys.request_digest, idempotency_keys.status, idempotency_keys.body,
      idempotency_keys.language, idempotency_keys.etag
    from idempotency_keys where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
  if (kept.requestDigest !== digest) {
    throw new DomainError('idempotency_mismatch', 'this Idempotency-Key was used with another request');
  }
  const { status, language, etag } = kept;
  // only objects are stored
  return { status, body: JSON.parse(kept.body) as object, language, etag };
}

/**
 * Stores the answer for repetitions of the claimed request. Call it in the transaction of {@link claimKey}. The whole
 * answer is stored: a new rendering from its game could differ in a later version, and would fail after the game's
 * removal. PostgreSQL compresses it to a sixth: 71 KB after 600 half-moves take 11 KB, for a day.
 */
export async function keepAnswer(
  tx: Queryable,
  { scope, key }: OnceRequest,
  { status, body, language, etag }: StoredAnswer,
): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update idempotency_keys set status = ${status}, body = to_jsonb(${JSON.stringify(body)}::text),
      language = ${language}, etag = ${etag}
    where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
}

const Begun = z.object({ isNew: z.boolean() });
const Known = z.object({ requestDigest: z.string(), status: z.int(), body: z.string().nullable() });

/**
 * Like {@link claimKey}, for a request whose change is outside of the caller's transaction: the claim is visible at
 * once, with status 0 while the request runs. Null if the request is new, or older than `lostAfterSeconds` without an
 * answer.
 * @throws DomainError `idempotency_mismatch`
 */
export async function beginRequest(
  db: Queryable,
  { scope, key, digest }: OnceRequest,
  lostAfterSeconds: number,
): Promise<{ status: number; body: string | null } | null> {
  const begun = await db.maybeOne(sql.type(Begun)`
    insert into idempotency_keys (scope, key, request_digest, status, body)
    values (${scope}, ${key}, ${digest}, 0, 'null')
    on conflict (scope, key) do update set created_at = now()
    where idempotency_keys.status = 0 and idempotency_keys.request_digest = excluded.request_digest
      and idempotency_keys.created_at < now() - ${lostAfterSeconds} * interval '1 second'
    returning true as is_new`);
  if (begun) return null;
  const known = await db.maybeOne(sql.type(Known)`
    select idempotency_keys.request_digest, idempotency_keys.status, idempotency_keys.body #>> '{}' as body
    from idempotency_keys where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
  // deleted between the two statements: the request is running in the deleting transaction
  if (!known) return { status: 0, body: null };
  if (known.requestDigest !== digest) {
    throw new DomainError('idempotency_mismatch', 'this Idempotency-Key was used with another request');
  }
  return { status: known.status, body: known.body };
}

export async function endRequest(
  db: Queryable,
  { scope, key }: OnceRequest,
  { status, body }: { status: number; body: string | null },
): Promise<void> {
  const kept = body === null ? sql.fragment`'null'::jsonb` : sql.fragment`to_jsonb(${body}::text)`;
  await db.query(sql.typeAlias('void')`
    update idempotency_keys set status = ${status}, body = ${kept}
    where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
}

export async function forgetRequest(db: Queryable, { scope, key }: OnceRequest): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from idempotency_keys where idempotency_keys.scope = ${scope} and idempotency_keys.key = ${key}`);
}

/** Removes keys older than a day. Returns their number. */
export async function deleteOldKeys(pool: Pool): Promise<number> {
  return inBatches(async () => {
    const { rowCount } = await pool.query(sql.typeAlias('void')`
      delete from idempotency_keys where (idempotency_keys.scope, idempotency_keys.key) in (
        select old.scope, old.key from idempotency_keys as old
        where old.created_at < now() - interval '1 day'
        order by old.created_at limit ${batchRows})`);
    return rowCount;
  });
}
