import { invalidState } from '../../domain/errors.ts';
import {
  beginRequest,
  endRequest,
  forgetRequest,
  type OnceRequest,
} from '../../store/postgres/idempotency.ts';
import type { Platform } from '../platform.ts';

export type { OnceRequest };

/** An answer as sent; a null body was not stored, because it contained secrets. */
export interface KeptResponse {
  status: number;
  body: string | null;
}

/** A request without an answer for so long counts as lost: its process died. */
const lostAfterSeconds = 60;

/**
 * Null when the request is new, or its first try was lost; else the first answer.
 * @throws DomainError `idempotency_mismatch` for another request, `invalid_state` while the first is running
 */
export async function claimRequest(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest,
): Promise<KeptResponse | null> {
  const known = await beginRequest(pool, request, lostAfterSeconds);
  if (known === null) return null;
  if (known.status === 0)
    throw invalidState('a request with this Idempotency-Key is in work: ask again in a moment');
  if (known.body === null) {
    throw invalidState('this was done, and its answer is not kept because it had a secret');
  }
  return known;
}

/** Stores the answer for repetitions within a day. A refused request is not stored, so it can be repeated. */
export async function keepResponse(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest,
  response: KeptResponse,
): Promise<void> {
  if (response.status < 200 || response.status > 299) return forgetRequest(pool, request);
  await endRequest(pool, request, response);
}
