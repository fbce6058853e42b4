import { DomainError } from '../domain/errors.ts';

/**
 * Whether something was there and went out as the answer. What was sent can't be asked itself: a reply that is awaited is
 * undefined, whatever it was. @param sending ends when the answer has gone out
 */
export async function isSent(sending: Promise<unknown>): Promise<boolean> {
  try {
    await sending;
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}
