import { createHmac } from 'node:crypto';

/** Enough to tell people apart. */
const digits = 16;

/**
 * Stands for an address among those that ask for reviews. A plain digest would give it away: there are few enough
 * addresses to try them all. With another secret everybody is somebody else, which matters to open reviews only.
 */
export function submitterOf(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`submitter:${address}`).digest('hex').slice(0, digits);
}
