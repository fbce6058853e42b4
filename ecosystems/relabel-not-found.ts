import { DomainError, notFound } from '../domain/errors.ts';

/** Replaces a `not_found` of `find` by one that names `what`: hidden and absent resources get the same message. */
export async function relabelNotFound<T>(what: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') throw notFound(what);
    throw error;
  }
}
