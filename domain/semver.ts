const number = String.raw`0|[1-9]\d*`;
const identifier = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`;
const shape = new RegExp(
  String.raw`^(${number})\.(${number})\.(${number})(?:-(${identifier}(?:\.${identifier})*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
);

/** A version of SemVer 2 without its build metadata, which does not affect precedence. */
export interface Semver {
  /** Major, minor, patch: digits without leading zeros, of any size. */
  core: readonly string[];
  /** Empty for a stable version. */
  prerelease: readonly string[];
}

/** Undefined for any text that SemVer 2 does not allow. Callers bound the length. */
export function parseSemver(raw: string): Semver | undefined {
  const match = shape.exec(raw);
  if (match === null) return undefined;
  return { core: match.slice(1, 4), prerelease: match[4]?.split('.') ?? [] };
}

/** SemVer 2 precedence (section 11): a total order. */
export function compareSemver(a: Semver, b: Semver): number {
  const core = compareLists(a.core, b.core);
  if (core !== 0) return core;
  if (a.prerelease.length === 0 || b.prerelease.length === 0) {
    return b.prerelease.length - a.prerelease.length;
  }
  return compareLists(a.prerelease, b.prerelease);
}

function compareLists(a: readonly string[], b: readonly string[]): number {
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
