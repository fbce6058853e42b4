import { DomainError } from '../../../domain/errors.ts';
import { compareSemver, parseSemver, type Semver } from '../../../domain/semver.ts';
import { limits } from './limits.ts';

/** Largest number of a version: clients calculate with the three numbers. */
const maxNumber = BigInt(Number.MAX_SAFE_INTEGER);

function parse(raw: string): Semver {
  const bare = raw.length <= limits.version.characters ? withoutPrefix(raw) : raw;
  const version = bare.length <= limits.version.characters ? parseSemver(bare) : undefined;
  if (version === undefined || version.core.some((part) => BigInt(part) > maxNumber)) {
    throw new DomainError('invalid_version', 'a version is a SemVer 2 version such as 1.2.3-beta.1');
  }
  return version;
}

/** Manifests may write `v1.0.0` and `=1.0.0`. */
function withoutPrefix(raw: string): string {
  return raw.trim().replace(/^[v=]{1,2}/, '');
}

/** Build metadata does not make a version different. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  const { core, prerelease } = parse(raw);
  return prerelease.length === 0 ? core.join('.') : `${core.join('.')}-${prerelease.join('.')}`;
}

export function isStable(version: string): boolean {
  return parse(version).prerelease.length === 0;
}

/** SemVer precedence: a total order of canonical versions. */
export function compareVersions(a: string, b: string): number {
  return compareSemver(parse(a), parse(b));
}
