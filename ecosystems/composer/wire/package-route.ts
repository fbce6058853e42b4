import { DomainError, notFound } from '../../../domain/errors.ts';
import { canonicalName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';

export interface PackageParameters {
  vendor: string;
  package: string;
}

export interface VersionParameters extends PackageParameters {
  version: string;
}

/** @throws DomainError `invalid_name` */
export const nameIn = ({ vendor, package: name }: PackageParameters) => canonicalName(`${vendor}/${name}`);

/** For reads: an invalid name has no package. @throws DomainError `not_found` */
export const knownName = (parameters: PackageParameters) => orMissing(() => nameIn(parameters), 'package');

/** @throws DomainError `not_found` */
export const knownVersion = (raw: string) => orMissing(() => canonicalVersion(raw), 'version');

function orMissing(read: () => string, what: string): string {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError && error.status === 422) throw notFound(what);
    throw error;
  }
}
