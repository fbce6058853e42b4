import { DomainError } from '../../../domain/errors.ts';
import { compareSemver, parseSemver, type Semver } from '../../../domain/semver.ts';
import { limits } from './limits.ts';

/** Rust keeps the three numbers in u64; a client would silently skip a line beyond that. */
const maxNumber = 2n ** 64n - 1n;

function parse(raw: string): Semver {
  const version = raw.length <= limits.version.characters ? parseSemver(raw) : undefined;
  if (version === undefined || version.core.some((part) => BigInt(part) > maxNumber)) {
    throw new DomainError('invalid_version', 'a crate version is a SemVer 2 version such as 1.2.3-beta.1');
  }
  return version;
}

/** Build metadata does not make a version different. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  parse(raw);
  return raw.split('+', 1)[0] ?? raw;
}

export function isStable(version: string): boolean {
  return parse(version).prerelease.length === 0;
}

/** SemVer precedence: a total order of canonical versions. */
export function compareVersions(a: string, b: string): number {
  return compareSemver(parse(a), parse(b));
}
