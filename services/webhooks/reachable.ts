import { DomainError } from '../../domain/errors.ts';
import { assertOutside } from '../outgoing/guarded-request.ts';

/**
 * Checks a URL without a request; names are resolved and checked before each message.
 * @throws DomainError `validation_failed`
 */
export function assertReachable({ mayReachInside }: { mayReachInside: boolean }, url: string): void {
  const problem = problemOf(url, mayReachInside);
  if (problem === null) return;
  // operators know the setting in the message; other users know whom to ask
  const isInside = problemOf(url, true) === null;
  const remedy = isInside ? ' (the operator allows others with WEBHOOK_PRIVATE_TARGETS=allow)' : '';
  const message = `must be a public address: ${problem}${remedy}`;
  throw new DomainError('validation_failed', `the url ${message}`, {
    errors: [{ path: 'url', code: 'invalid', message }],
  });
}

function problemOf(url: string, mayReachInside: boolean): string | null {
  try {
    assertOutside(new URL(url), mayReachInside);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'it can not be read';
  }
}
