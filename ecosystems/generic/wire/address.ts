import { DomainError, notFound } from '../../../domain/errors.ts';
import { canonicalName } from '../format/name.ts';
import { assertOwnPath, assertPath } from '../format/path.ts';
import { canonicalVersion } from '../format/version.ts';

/** HEAD is explicit, because the framework's own HEAD loses the length of the file. */
export const reads = ['GET', 'HEAD'] as const;

export interface PackageRoute {
  Params: { name: string };
}
export interface ReleaseRoute {
  Params: { name: string; version: string };
}
export interface FileRoute {
  Params: { name: string; version: string; '*': string };
}

export interface Place {
  name: string;
  version: string;
  path: string;
}

/**
 * For writes: reports errors of the URL.
 * @throws DomainError `invalid_name`, `invalid_version`, `bad_request`, `policy_violation`
 */
export function placeToWrite({ name, version, '*': path }: FileRoute['Params']): Place {
  canonicalName(name);
  canonicalVersion(version);
  assertPath(path);
  assertOwnPath(path);
  return { name, version, path };
}

/** For reads: an invalid name has no package. @throws DomainError `not_found` */
export function nameKeyOf({ name }: { name: string }): string {
  return orNotFound(() => canonicalName(name));
}

/** @throws DomainError `not_found` */
export function releaseKeys(params: ReleaseRoute['Params']): { nameKey: string; versionKey: string } {
  return {
    nameKey: nameKeyOf(params),
    versionKey: orNotFound(() => canonicalVersion(params.version)),
  };
}

function orNotFound(find: () => string): string {
  try {
    return find();
  } catch (error) {
    if (error instanceof DomainError) throw notFound('package');
    throw error;
  }
}

/** The escaped path below a mount. */
export function addressOf({ name, version, path }: Place): string {
  return [name, version, ...path.split('/')].map((segment) => encodeURIComponent(segment)).join('/');
}
