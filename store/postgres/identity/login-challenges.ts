import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

export interface NewChallenge {
  id: string;
  userId: string;
  expiresAt: Date;
}

export async function insertChallenge(db: Queryable, { id, userId, expiresAt }: NewChallenge): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into login_challenges (id, user_id, expires_at) values (${id}, ${userId}, ${expiresAt.toISOString()})`);
}

const Attempted = z.object({ userId: z.string() });

/**
 * Counts an attempt before its check, so that concurrent attempts do not bypass the limit. Null if the challenge has
 * expired, is answered, or has no attempts left.
 */
export async function attemptChallenge(
  db: Queryable,
  id: string,
  maxAttempts: number,
): Promise<z.infer<typeof Attempted> | null> {
  return db.maybeOne(sql.type(Attempted)`
    update login_challenges set attempts = login_challenges.attempts + 1
    where login_challenges.id = ${id} and login_challenges.attempts < ${maxAttempts}
      and login_challenges.expires_at > now()
    returning login_challenges.user_id`);
}

/** Uses up an answered challenge. False if another request was faster. */
export async function deleteChallenge(db: Queryable, id: string): Promise<boolean> {
  const deleted = await db.maybeOne(sql.typeAlias('id')`
    delete from login_challenges where login_challenges.id = ${id} returning login_challenges.id`);
  return deleted !== null;
}
