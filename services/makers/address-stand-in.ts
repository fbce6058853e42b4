import { createHmac } from 'node:crypto';

/** Digits that suffice to distinguish addresses. */
const digits = 16;

/**
 * A keyed substitute for the address of the client that created a game or a review. A plain digest would reveal the
 * address, as all addresses can be tried. A new secret changes the substitutes: only administrators can then remove
 * the games and reviews of the last day.
 */
export function standInOf(secret: string, address: string): string {
  return createHmac('sha256', secret).update(`submitter:${address}`).digest('hex').slice(0, digits);
}
