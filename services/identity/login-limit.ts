import type { Origin } from '../../domain/actor.ts';
import { DomainError } from '../../domain/errors.ts';
import type { KeyValue } from '../../store/kv/kv.ts';
import { addressKey } from '../../domain/address-key.ts';

/** Null when limits are off. */
export type LoginLimit = ((origin: Origin) => Promise<void>) | null;

/**
 * The limit of the `auth` tier for log-ins through other routes. All routes count together, so that another route
 * gives no further attempts. @throws DomainError `rate_limited`
 */
export function createLoginLimit(kv: KeyValue, limit: { count: number; seconds: number } | null): LoginLimit {
  if (limit === null) return null;
  return async (origin) => {
    const key = `rate:auth:${addressKey(origin.ipAddress ?? '')}`;
    const { isAllowed, resetSeconds } = await kv.hit(key, limit.count, limit.seconds);
    if (isAllowed) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
    const detail = `too many attempts, try again in ${retryAfterSeconds} s`;
    throw new DomainError('rate_limited', detail, { retryAfterSeconds });
  };
}
