import { limits } from './limits.ts';
import { DomainError } from '../../../domain/errors.ts';

export const maxSegments = limits['path segments'].count;
export const maxSegmentBytes = limits['path segment'].bytes;

/** All files of a release with their digests, in the form that `sha256sum -c` reads. */
export const sumsFile = 'SHA256SUMS';

/** Control, format and private characters, and characters with a meaning on some file system. */
const forbidden = /[\p{C}\\<>:"|?*%\p{Zl}\p{Zp}]/u;

/**
 * A path of a file in its release, as it is written everywhere: a path that could mean another place, or another file, on any
 * system that downloads it is refused. @throws DomainError `bad_request`
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
 * For new files: paths of checksums are reserved, or the check of a download could read a text that another person
 * wrote. @throws DomainError `policy_violation`
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

/** The same for two paths that some file system takes for one. */
function placeOf(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

/** Two of the paths that can't lie in one folder: they differ in case alone, or one is a folder of the other. */
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
