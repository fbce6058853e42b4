import { DomainError } from '../../domain/errors.ts';

/** Longest accepted version; SemVer names no limit, URLs and columns need one. */
const maxLength = 100;
/** Rust keeps the three numbers in u64; a client would silently skip a line beyond that. */
const maxNumber = 2n ** 64n - 1n;

const number = String.raw`0|[1-9]\d*`;
const identifier = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const semver = new RegExp(
  String.raw`^(${number})\.(${number})\.(${number})(?:-(${identifier}(?:\.${identifier})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
);

interface ParsedVersion {
  core: string[];
  prerelease: string[];
}

function parse(raw: string): ParsedVersion {
  const match = raw.length <= maxLength ? semver.exec(raw) : null;
  const core = match?.slice(1, 4) ?? [];
  if (match === null || core.some((part) => BigInt(part) > maxNumber)) {
    throw new DomainError('invalid_version', 'a crate version is a SemVer 2 version such as 1.2.3-beta.1');
  }
  return { core, prerelease: match[4]?.split('.') ?? [] };
}

/** Build metadata does not make a version different. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  parse(raw);
  return raw.replace(/\+.*$/, '');
}

export function isStable(version: string): boolean {
  return parse(version).prerelease.length === 0;
}

/** SemVer precedence: a total order of canonical versions. */
export function compareVersions(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  const core = compareLists(left.core, right.core);
  if (core !== 0) return core;
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    return right.prerelease.length - left.prerelease.length;
  }
  return compareLists(left.prerelease, right.prerelease);
}

function compareLists(a: string[], b: string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers compare as numbers of any size and come before words; words compare by ASCII. */
function compareIdentifiers(a: string, b: string): number {
  const isNumberA = /^\d+$/.test(a);
  const isNumberB = /^\d+$/.test(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
