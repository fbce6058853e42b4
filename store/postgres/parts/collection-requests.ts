import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';
import { saveSetting } from '../settings.ts';

const keyOf = (requestId: string) => `collection_grace:${requestId}`;

/**
 * Stores an operator's request that allows, for a day, a manual collection with a shorter grace period than the
 * configured one.
 */
export async function allowGrace(db: Queryable, requestId: string, graceSeconds: number): Promise<void> {
  await saveSetting(db, keyOf(requestId), String(graceSeconds));
}

export async function isGraceAllowed(
  db: Queryable,
  requestId: string,
  graceSeconds: number,
): Promise<boolean> {
  return db.exists(sql.type(z.object({ value: z.string() }))`
    select settings.value from settings
    where settings.key = ${keyOf(requestId)} and settings.value = ${String(graceSeconds)}
      and settings.updated_at > now() - interval '1 day'`);
}

export async function withdrawGrace(db: Queryable, requestId: string): Promise<void> {
  await db.query(sql.typeAlias('void')`delete from settings where settings.key = ${keyOf(requestId)}`);
}
