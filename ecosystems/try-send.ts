import { undefinedIfMissing } from './undefined-if-missing.ts';

/**
 * Whether something was found and sent as the answer. The result itself can't be inspected: a reply that is awaited is
 * undefined in any case. @param sending ends when the answer has gone out
 */
export async function trySend(sending: Promise<unknown>): Promise<boolean> {
  return (await undefinedIfMissing(sending.then(() => true))) === true;
}
