import { DomainError, notFound } from '../domain/errors.ts';

/** A missing resource is reported in the caller's own words, the same whether it is hidden or absent. */
export async function relabelNotFound<T>(what: string, find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') throw notFound(what);
    throw error;
  }
}
