import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { revoking } from './tokens.ts';

const Revoked = z.object({
  id: z.string(),
  /** Null for a build's token. */
  userId: z.string().nullable(),
  tokenHash: z.string(),
});

/** Revokes the tokens that are not revoked yet. */
export async function revokeByHash(
  db: Queryable,
  hashes: readonly string[],
): Promise<readonly z.infer<typeof Revoked>[]> {
  return db.any(sql.type(Revoked)`
    ${revoking(sql.fragment`tokens.token_hash = any(${sql.array([...hashes], 'text')})`)}
    returning tokens.id, tokens.user_id, tokens.token_hash`);
}
