import { DomainError } from '../../../domain/errors.ts';
import { normalise } from './name.ts';

const isSdist = (filename: string) => filename.endsWith('.tar.gz') || filename.endsWith('.zip');

/**
 * A release has one source distribution, and one wheel per build and tags, in any spelling.
 * @throws DomainError `policy_violation`
 */
export function assertFits(filename: string, taken: readonly string[]): void {
  const there = taken.find((other) => other !== filename && isSame(filename, other));
  if (there === undefined) return;
  const what = isSdist(filename) ? 'a source distribution' : 'the same wheel';
  throw new DomainError(
    'policy_violation',
    `the release has ${what}, ${there.slice(0, 300)}: ${filename.slice(0, 300)} does not fit beside it`,
  );
}

function isSame(filename: string, other: string): boolean {
  if (isSdist(filename)) return isSdist(other);
  return other.endsWith('.whl') && buildOf(filename) === buildOf(other);
}

/** The part after name and version: an optional build number, and the tags. */
function buildOf(wheel: string): string {
  return normalise(wheel.split('-').slice(2).join(' '));
}
