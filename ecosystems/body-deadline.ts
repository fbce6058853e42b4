import { DomainError } from '../domain/errors.ts';
import { heldBodyMs } from '../domain/limits.ts';

/** What becomes of a body that keeps room from others while it comes. @throws DomainError `request_timeout` */
export async function inTime<T>(arrived: Promise<T>, withinMs = heldBodyMs): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new DomainError('request_timeout', 'the body takes too long to come')),
    withinMs,
  );
  try {
    return await Promise.race([arrived, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
