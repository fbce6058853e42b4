import { DomainError } from '../../../domain/errors.ts';

/** Where it is no error that something is not there. */
export async function ifFound<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  }
}
