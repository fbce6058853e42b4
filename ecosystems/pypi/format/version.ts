import { limits } from './limits.ts';
import { compare, parse } from '@renovatebot/pep440';
import { DomainError } from '../../../domain/errors.ts';

export const maxVersionCharacters = limits.version.characters;

type Parsed = NonNullable<ReturnType<typeof parse>>;

/** The key of a version, identical for equal versions: 1.0.0 is 1. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  const parsed = parsed440(raw);
  const release = [...parsed.release];
  while (release.length > 1 && release.at(-1) === 0) release.pop();
  return written({ ...parsed, release });
}

/** The normal form of PEP 440, with trailing zeros. @throws DomainError `invalid_version` */
export function displayVersion(raw: string): string {
  return written(parsed440(raw));
}

/** The order of PEP 440; versions that are equal by PEP 440 are ordered by their characters. */
export function compareVersions(a: string, b: string): number {
  return compare(a, b) || (a === b ? 0 : a < b ? -1 : 1);
}

export function isStable(version: string): boolean {
  const parsed = parse(version);
  return parsed !== null && parsed.pre === null && parsed.dev === null;
}

/** PEP 440, "Local version identifiers". */
export function isLocal(version: string): boolean {
  const parsed = parse(version);
  return parsed !== null && parsed.local !== null;
}

function parsed440(raw: string): Parsed {
  // some clients can't distinguish numbers with more digits
  const isBounded = raw.length <= maxVersionCharacters && !/\d{16}/.test(raw) && /^[\x21-\x7e]+$/.test(raw);
  const parsed = isBounded ? parse(raw) : null;
  if (parsed) return parsed;
  throw new DomainError('invalid_version', `${raw.slice(0, 100)} is not a version (PEP 440)`);
}

function written({ epoch, release, pre, post, dev, local }: Parsed): string {
  return [
    epoch === 0 ? '' : `${epoch}!`,
    release.join('.'),
    pre === null ? '' : pre.join(''),
    post === null ? '' : `.post${post.at(-1) ?? 0}`,
    dev === null ? '' : `.dev${dev.at(-1) ?? 0}`,
    local === null ? '' : `+${[local].flat().join('.')}`,
  ].join('');
}
