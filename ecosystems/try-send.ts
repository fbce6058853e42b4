import { undefinedIfMissing } from './undefined-if-missing.ts';

/**
 * Whether something was there and went out as the answer. What was sent can't be asked itself: a reply that is awaited is
 * undefined, whatever it was. @param sending ends when the answer has gone out
 */
export async function trySend(sending: Promise<unknown>): Promise<boolean> {
  return (await undefinedIfMissing(sending.then(() => true))) === true;
}
