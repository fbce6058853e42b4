import { DomainError } from '../../../domain/errors.ts';
import { compareMavenVersions } from './comparable-version.ts';

const shape = /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,127}$/;

/** The words of POMs for "whichever is newest". */
const movable: ReadonlySet<string> = new Set(['LATEST', 'RELEASE']);

/** The reason of each refused deploy of a snapshot. */
export const noSnapshots = 'snapshot versions are not supported by this repository; deploy a release version';

/** A version has one spelling. @throws DomainError `invalid_version` */
export function canonicalVersion(raw: string): string {
  if (isSnapshot(raw)) throw new DomainError('invalid_version', noSnapshots);
  if (shape.test(raw) && !movable.has(raw) && !raw.endsWith('.')) return raw;
  throw new DomainError(
    'invalid_version',
    'a version has at most 128 letters, digits, ".", "_", "+" and "-", starts with a letter or a digit, and is not LATEST or RELEASE',
  );
}

export function isSnapshot(version: string): boolean {
  return /-snapshot$/i.test(version) || /^snapshot$/i.test(version);
}

/** Maven's order; versions that Maven regards as equal are ordered by their characters. */
export function compareVersions(a: string, b: string): number {
  return compareMavenVersions(a, b) || (a === b ? 0 : a < b ? -1 : 1);
}

const early: ReadonlySet<string> = new Set([
  'alpha',
  'beta',
  'milestone',
  'rc',
  'cr',
  'snapshot',
  'preview',
  'ea',
]);

/** Whether the version has no word of a pre-release. */
export function isStable(version: string): boolean {
  const tokens = version.toLowerCase().match(/\d+|[a-z]+/g) ?? [];
  return !tokens.some(
    (token, index) => early.has(token) || (token === 'm' && /^\d/.test(tokens[index + 1] ?? '')),
  );
}
