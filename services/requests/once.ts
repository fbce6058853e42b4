import { invalidState } from '../../domain/errors.ts';
import {
  beginRequest,
  endRequest,
  forgetRequest,
  type OnceRequest,
} from '../../store/postgres/idempotency.ts';
import type { Platform } from '../platform.ts';

export type { OnceRequest };

/** An answer as it was sent; a null body was not kept, for it had secrets. */
export interface KeptResponse {
  status: number;
  body: string | null;
}

/** After this a request without an answer counts as one whose process died. */
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

/** The answer for repetitions within a day. A refused request leaves nothing: it may be tried again. */
export async function keepResponse(
  { pool }: Pick<Platform, 'pool'>,
  request: OnceRequest,
  response: KeptResponse,
): Promise<void> {
  if (response.status < 200 || response.status > 299) return forgetRequest(pool, request);
  await endRequest(pool, request, response);
}
