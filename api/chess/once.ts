import { claimKey, keepAnswer, type OnceRequest } from '../../store/postgres/idempotency.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';

/** What a client is told, ready to be sent. */
export interface Told {
  status: number;
  body: object;
  /** Told before: nothing was done this time. */
  isReplayed: boolean;
}

/**
 * Runs a change whose request may arrive twice. What it did and that it did it are one transaction; a second request
 * at the same instant waits and is told the same. Refused requests leave nothing: they may be tried again.
 * @throws DomainError `idempotency_mismatch`
 */
export async function tellOnce(
  pool: Pool,
  request: OnceRequest | null,
  run: (db: Queryable) => Promise<object>,
): Promise<Told> {
  if (!request) return { status: 200, body: await run(pool), isReplayed: false };
  return pool.transaction(async (tx) => {
    const kept = await claimKey(tx, request);
    // only objects are kept
    if (kept) return { status: kept.status, body: kept.body as object, isReplayed: true };
    const body = await run(tx);
    await keepAnswer(tx, request, { status: 200, body });
    return { status: 200, body, isReplayed: false };
  });
}
