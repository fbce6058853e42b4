import { DomainError } from '../../domain/errors.ts';
import { assertOutside } from '../outgoing/guarded-request.ts';

/** The checks without a request: names are judged when something is sent. @throws DomainError `validation_failed` */
export function assertReachable({ mayReachInside }: { mayReachInside: boolean }, url: string): void {
  try {
    assertOutside(new URL(url), mayReachInside);
  } catch (error) {
    const message = `must be a public address: ${error instanceof Error ? error.message : 'it can not be read'}`;
    throw new DomainError('validation_failed', `the url ${message}`, {
      errors: [{ path: 'url', code: 'invalid', message }],
    });
  }
}
