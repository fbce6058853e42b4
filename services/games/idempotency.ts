import { claimKey, isKeyUsed, keepAnswer, type OnceRequest } from '../../store/postgres/idempotency.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';

/** The answer of a change. */
export interface Answer {
  body: object;
  /** The language of its texts; null: unknown. */
  language: string | null;
  /** The ETag of the new state of the changed resource; null: none. */
  etag: string | null;
}

/** The answer to a client, ready to be sent. */
export interface RepeatableAnswer extends Answer {
  /** A stored answer was returned: the request changed nothing this time. */
  isReplayed: boolean;
}

/** Whether {@link answerOnce} has a stored answer; false for the second of two concurrent requests. */
export async function isAnswered(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest | null,
): Promise<boolean> {
  return request !== null && isKeyUsed(pool, request);
}

/**
 * Runs a change whose request may arrive twice. The change and its record are one transaction; a concurrent second
 * request waits and gets the same answer. Refused requests are not recorded, so they can be repeated.
 * @throws DomainError `idempotency_mismatch`
 */
export async function answerOnce(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest | null,
  run: (db: Queryable) => Promise<Answer>,
): Promise<RepeatableAnswer> {
  if (!request) return { ...(await run(pool)), isReplayed: false };
  return pool.transaction(async (tx) => {
    const kept = await claimKey(tx, request);
    if (kept) return { ...kept, isReplayed: true };
    const answer = await run(tx);
    await keepAnswer(tx, request, { status: 200, ...answer });
    return { ...answer, isReplayed: false };
  });
}
