import { type Queryable, sql } from '../pool.ts';

/** Inserts one signature per key; a repeated step keeps the first. */
export async function insertSignature(
  db: Queryable,
  releaseId: string,
  { keyId, signature }: { keyId: string; signature: string },
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into release_signatures (release_id, key_id, signature)
    values (${releaseId}, ${keyId}, ${signature})
    on conflict (release_id, key_id) do nothing`);
}
