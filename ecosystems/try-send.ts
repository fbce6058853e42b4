import { undefinedIfMissing } from './undefined-if-missing.ts';

/**
 * Whether `sending` found a resource and sent it as the answer. Its result cannot tell: an awaited reply is always
 * undefined. @param sending resolves after the answer is sent
 */
export async function trySend(sending: Promise<unknown>): Promise<boolean> {
  return (await undefinedIfMissing(sending.then(() => true))) === true;
}
