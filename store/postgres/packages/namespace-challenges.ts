import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Challenge = z.object({ token: z.string(), expiresAt: z.date() });
/** The text that a namespace's owner must publish. */
export type Challenge = z.infer<typeof Challenge>;

/** The challenge that has not expired. */
export async function findChallenge(db: Queryable, namespaceId: string): Promise<Challenge | null> {
  return db.maybeOne(sql.type(Challenge)`
    select namespace_challenges.token, namespace_challenges.expires_at from namespace_challenges
    where namespace_challenges.namespace_id = ${namespaceId} and namespace_challenges.expires_at > now()`);
}

/** Replaces an expired challenge. */
export async function saveChallenge(
  db: Queryable,
  { namespaceId, token, days }: { namespaceId: string; token: string; days: number },
): Promise<Challenge> {
  return db.one(sql.type(Challenge)`
    insert into namespace_challenges (namespace_id, token, expires_at)
    values (${namespaceId}, ${token}, now() + make_interval(days => ${days}))
    on conflict (namespace_id) do update
    set token = excluded.token, created_at = now(), expires_at = excluded.expires_at
    returning token, expires_at`);
}

/** Records a successful proof: the record may then be removed from the DNS. */
export async function markVerified(tx: Queryable, namespaceId: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    update namespaces set is_verified = true where namespaces.id = ${namespaceId}`);
  await forgetChallenge(tx, namespaceId);
}

export async function forgetChallenge(tx: Queryable, namespaceId: string): Promise<void> {
  await tx.query(sql.typeAlias('void')`
    delete from namespace_challenges where namespace_challenges.namespace_id = ${namespaceId}`);
}
