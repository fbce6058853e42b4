import { claimKey, isKeyUsed, keepAnswer, type OnceRequest } from '../../store/postgres/idempotency.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Platform } from '../platform.ts';

/** The answer of a change. */
export interface Answer {
  body: object;
  /** The language of its sentences; null: unknown. */
  language: string | null;
  /** The ETag of the changed thing in its new state; null: none. */
  etag: string | null;
}

/** The answer to a client, ready to be sent. */
export interface RepeatableAnswer extends Answer {
  /** The answer was given before: nothing was done this time. */
  isReplayed: boolean;
}

/** Whether {@link answerOnce} has an answer already; false for the second request of two at the same instant. */
export async function isAnswered(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest | null,
): Promise<boolean> {
  return request !== null && isKeyUsed(pool, request);
}

/**
 * Runs a change whose request may arrive twice. The change and its record are one transaction; a second request
 * at the same instant waits and gets the same answer. Refused requests leave nothing: they may be tried again.
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
