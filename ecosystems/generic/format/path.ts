import { limits } from './limits.ts';
import { DomainError } from '../../../domain/errors.ts';

export const maxSegments = limits['path segments'].count;
export const maxSegmentBytes = limits['path segment'].bytes;

/** Name of the list of a release's files with digests, in the form that `sha256sum -c` reads. */
export const sumsFile = 'SHA256SUMS';

/** Control, format and private characters, and characters with a meaning on some file system. */
const forbidden = /[\p{C}\\<>:"|?*%\p{Zl}\p{Zp}]/u;

/**
 * Refuses the path of a file if, on any downloading system, it can refer to another place or another file.
 * @throws DomainError `bad_request`
 */
export function assertPath(path: string): void {
  const segments = path.split('/');
  if (segments.length > maxSegments) throw refused(`has more than ${maxSegments} segments`);
  for (const segment of segments) {
    const problem = problemOf(segment);
    if (problem !== undefined) throw refused(problem);
  }
  if (placeOf(path) === placeOf(sumsFile)) throw refused('is that of the checksums of all files');
}

/**
 * For new files: paths of checksums are reserved. Otherwise the check of a download could read the text of another
 * person. @throws DomainError `policy_violation`
 */
export function assertOwnPath(path: string): void {
  if (!placeOf(path).endsWith(sumEnding)) return;
  throw new DomainError(
    'policy_violation',
    `a path that ends in ${sumEnding} is that of a checksum, which the registry makes itself: leave this file out`,
  );
}

/** The ending of requests for the checksum of a file. */
export const sumEnding = '.sha256';

function problemOf(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment';
  if (/^\.+$/.test(segment)) return 'has a segment of dots alone';
  if (Buffer.byteLength(segment) > maxSegmentBytes)
    return `has a segment of more than ${maxSegmentBytes} bytes`;
  if (!segment.isWellFormed() || forbidden.test(segment)) {
    return String.raw`has a control character, or one of \ < > : " | ? * %`;
  }
  if (segment !== segment.normalize('NFC')) return 'is not in Unicode normal form C';
  if (segment.trim() !== segment || segment.endsWith('.'))
    return 'has a segment that ends in a dot or a blank';
  return undefined;
}

const refused = (problem: string) => new DomainError('bad_request', `the path of the file ${problem}`);

/** Equal for two paths that are one path on some file system. */
function placeOf(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

/** Two paths that can't be in one folder: they differ only in case, or one is a folder of the other. */
export function findCollision(paths: readonly string[]): readonly [string, string] | undefined {
  const byPlace = new Map<string, string>();
  for (const path of paths) {
    const taken = byPlace.get(placeOf(path));
    if (taken !== undefined && taken !== path) return [taken, path];
    byPlace.set(placeOf(path), path);
  }
  for (const [place, path] of byPlace) {
    for (let slash = place.lastIndexOf('/'); slash > 0; slash = place.lastIndexOf('/', slash - 1)) {
      const taken = byPlace.get(place.slice(0, slash));
      if (taken !== undefined) return [taken, path];
    }
  }
  return undefined;
}
