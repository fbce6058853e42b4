import { DomainError } from '../../../domain/errors.ts';

const comparator =
  /^(=|>=|<=|>|<|~|\^)?\s*(\d+)(?:\.(\d+|[*xX])(?:\.(\d+|[*xX])(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?)?)?$/;

/**
 * The form that cargo sends for a manifest's requirement: `0.8` is `^0.8`, `1.x` is `1.*`, one comma and blank between
 * comparators. @throws DomainError `invalid_archive` for a requirement that cargo cannot read
 */
export function canonicalRequirement(raw: string): string {
  const text = raw.trim();
  if (/^[*xX](?:\.[*xX]){0,2}$/.test(text)) return '*';
  return text
    .split(',')
    .map((part) => canonicalComparator(part.trim()))
    .join(', ');
}

/**
 * Whether two requirements accept the same versions in different spellings: blanks, the order of comparators, an
 * omitted `^`, `=1.2` for `1.2.*`. An unreadable requirement equals no other.
 */
export function isSameRequirement(a: string, b: string): boolean {
  try {
    return comparisonKey(a) === comparisonKey(b);
  } catch {
    return false;
  }
}

/** Requirements of the `semver` crate match exact and wildcard comparators in the same way. */
function comparisonKey(raw: string): string {
  const comparators = canonicalRequirement(raw)
    .split(', ')
    .map((each) => (each.endsWith('.*') ? `=${each.slice(0, -2)}` : each));
  return [...new Set(comparators)].toSorted().join(', ');
}

function canonicalComparator(text: string): string {
  const match = comparator.exec(text);
  if (match === null) {
    throw new DomainError('invalid_archive', `the version requirement "${text}" cannot be read`);
  }
  const [, operator, major = '', ...rest] = match;
  const [minor, patch, prerelease] = rest;
  const numbers = [major, ...[minor, patch].filter((part) => part !== undefined && /^\d/.test(part))].join(
    '.',
  );
  const isWildcard = [minor, patch].some((part) => part !== undefined && !/^\d/.test(part));
  if (isWildcard) return operator === undefined ? `${numbers}.*` : `${operator}${numbers}`;
  return `${operator ?? '^'}${numbers}${prerelease === undefined ? '' : `-${prerelease}`}`;
}
