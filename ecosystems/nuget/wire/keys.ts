import { DomainError, notFound } from '../../../domain/errors.ts';
import { canonicalId } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';

/** For reads: an invalid name has no package. @throws DomainError `not_found` */
export function packageKey(id: string): string {
  return orNotFound(() => canonicalId(id));
}

/** Lookup keys of a version in any spelling. @throws DomainError `not_found` */
export function releaseKeys(id: string, version: string): { idKey: string; versionKey: string } {
  return orNotFound(() => ({ idKey: canonicalId(id), versionKey: canonicalVersion(version) }));
}

function orNotFound<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof DomainError) throw notFound('package');
    throw error;
  }
}
