import { z } from 'zod';
import type { SigningKey } from '../../../domain/signer.ts';
import { type Queryable, sql } from '../pool.ts';

/**
 * Makes this key the current one. Other keys stay valid for the grace period, in seconds: processes that do not know
 * of the new key yet still use theirs. Idempotent.
 */
export async function registerSigningKey(
  db: Queryable,
  key: SigningKey,
  graceSeconds: number,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    with current as (
      insert into signing_keys (key_id, public_key) values (${key.keyId}, ${key.publicKey})
      on conflict (key_id) do update set expires_at = null
    )
    update signing_keys set expires_at = now() + ${graceSeconds} * interval '1 second'
    where signing_keys.key_id <> ${key.keyId} and signing_keys.expires_at is null`);
}

const ListedKey = z.object({ keyId: z.string(), publicKey: z.string(), expiresAt: z.date().nullable() });

/** The current key first; earlier keys stay, because their signatures do. */
export async function listSigningKeys(db: Queryable): Promise<readonly z.infer<typeof ListedKey>[]> {
  return db.any(sql.type(ListedKey)`
    select signing_keys.key_id, signing_keys.public_key, signing_keys.expires_at from signing_keys
    order by signing_keys.expires_at desc nulls first, signing_keys.created_at desc`);
}
