import { createHmac } from 'node:crypto';

/** Enough to distinguish addresses. */
const digits = 16;

/**
 * A substitute for the address of the client that made a game or a review. A plain digest would reveal the address: there are few
 * enough of them to try all. With another secret an address has another substitute: its games and reviews of the last day
 * can then only be removed by administrators.
 */
export function standInOf(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`submitter:${address}`).digest('hex').slice(0, digits);
}
