import { chessError } from '../../chess/errors.ts';
import type { KeyValue } from '../../store/kv/kv.ts';
import { addressKey } from '../../domain/address-key.ts';

const gamesPerHour = 120;
const hourSeconds = 3_600;

/** Counts a new game of an address, once the request is valid. @throws ChessError `rate_limited` */
export type CreationLimit = (address: string) => Promise<void>;

/** The hourly limit of one address, for all replicas together. */
export function createCreationLimit(kv: KeyValue, isOn: boolean): CreationLimit {
  return async (address) => {
    if (!isOn) return;
    const key = `rate:games:${addressKey(address)}`;
    const { isAllowed, resetSeconds } = await kv.hit(key, gamesPerHour, hourSeconds);
    if (isAllowed) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(resetSeconds));
    throw chessError(
      'rate_limited',
      'error.rate_limited',
      { seconds: retryAfterSeconds },
      { retryAfterSeconds },
    );
  };
}
