import { DomainError } from '../../../domain/errors.ts';

const shape = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;

/** Alias of the newest version in URLs. */
export const latestAlias = 'latest';

/** Words of pre-releases, in the order of development. */
const early: readonly ReadonlySet<string>[] = [
  new Set(['dev', 'snapshot', 'nightly', 'canary']),
  new Set(['alpha']),
  new Set(['beta']),
  new Set(['pre', 'preview']),
  new Set(['rc']),
];

/** Case does not distinguish versions, as on some file systems. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  if (!shape.test(raw)) {
    throw new DomainError(
      'invalid_version',
      'a version has at most 64 letters, digits, ".", "_", "+" and "-", and starts with a letter or a digit',
    );
  }
  const key = raw.toLowerCase();
  if (key === latestAlias) {
    throw new DomainError('invalid_version', `${latestAlias} stands for the newest version: name one`);
  }
  return key;
}

/**
 * Compares numbers and words in sequence: 1.9 < 1.10, 1.0-rc.1 < 1.0 < 1.0-1 < 1.0.1. Versions that are equal by this
 * rule, e.g. v1 and 1, are ordered by their characters.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [tokensOf(a), tokensOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = compareTokens(left[at], right[at]);
    if (order !== 0) return order;
  }
  return compareTexts(a, b);
}

/** Whether the version has no word of a pre-release. */
export function isStable(version: string): boolean {
  return !tokensOf(version).some((token) => earliness(token) !== -1);
}

function tokensOf(version: string): string[] {
  return (
    version
      .toLowerCase()
      .replace(/^v(?=\d)/, '')
      .match(/\d+|[a-z]+/g) ?? []
  );
}

/** Order: words of pre-releases, the end of the version, other words, numbers. */
function compareTokens(a: string | undefined, b: string | undefined): number {
  const order = rankOf(a) - rankOf(b);
  if (order !== 0 || a === undefined || b === undefined) return order;
  return isNumber(a) ? compareNumbers(a, b) : compareTexts(a, b);
}

function rankOf(token: string | undefined): number {
  if (token === undefined) return early.length;
  if (isNumber(token)) return early.length + 2;
  const at = earliness(token);
  return at === -1 ? early.length + 1 : at;
}

function earliness(token: string): number {
  return early.findIndex((words) => words.has(token));
}

function isNumber(token: string): boolean {
  return token >= '0' && token < ':';
}

/** Compares numbers of any length: dates and build numbers exceed the integers that floats represent exactly. */
function compareNumbers(a: string, b: string): number {
  const [left, right] = [a, b].map((digits) => digits.replace(/^0+/, '') || '0');
  if (left === undefined || right === undefined) return 0;
  return left.length - right.length || compareTexts(left, right);
}

function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
