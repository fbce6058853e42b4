import { createHmac } from 'node:crypto';

/** Enough to distinguish addresses. */
const digits = 16;

/**
 * Stands for the address that a game or a review comes from. A plain digest would give the address away: there are few
 * enough of them to try all. With another secret an address has another name: its games and reviews of the last day
 * are removed by administrators then.
 */
export function standInOf(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`submitter:${address}`).digest('hex').slice(0, digits);
}
