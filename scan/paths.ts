import { percentDecoded, placeKey, plainPath } from '../domain/place-key.ts';
import { type ArchiveLimits, scanLimits } from './limits.ts';
import { entryRefusal, refusal } from './refusal.ts';

const maxSegmentBytes = scanLimits['path segment'].bytes;
const maxSegments = scanLimits['path segments'].count;

/** All names of one archive, so that no two names can mean the same path on any file system. */
export interface PathBook {
  /**
   * The path that unpackers write: without `.` segments and doubled slashes.
   * @throws DomainError `invalid_archive` if no system could write the file safely
   */
  addFile(path: string): string;
  addDirectory(path: string): void;
}

export function createPathBook(limits: ArchiveLimits): PathBook {
  const places = new Map<string, 'file' | 'directory'>();
  let entries = 0;

  function check(path: string): string {
    entries += 1;
    if (entries > limits.maxEntries) throw refusal(`the archive has more than ${limits.maxEntries} entries`);
    assertShape(path, limits);
    return plainPath(path);
  }

  function claimParents(path: string, key: string): void {
    for (let slash = key.lastIndexOf('/'); slash > 0; slash = key.lastIndexOf('/', slash - 1)) {
      const parent = key.slice(0, slash);
      const place = places.get(parent);
      if (place === 'directory') return;
      if (place === 'file') throw entryRefusal(path, 'lies below a name that is also a file');
      places.set(parent, 'directory');
    }
  }

  return {
    addFile(path) {
      const plain = check(path);
      if (/(?:^|\/)\.?$/.test(path)) throw entryRefusal(path, 'is a file with the name of a directory');
      const key = placeKey(plain);
      const place = places.get(key);
      if (place === 'directory') throw entryRefusal(path, 'is both a file and a directory');
      if (place === 'file') {
        throw entryRefusal(path, 'appears twice, or differs from another only in case or encoding');
      }
      claimParents(path, key);
      places.set(key, 'file');
      return plain;
    },
    addDirectory(path) {
      const key = placeKey(check(path));
      // `./`, the top-level folder
      if (key === '') return;
      if (places.get(key) === 'file') throw entryRefusal(path, 'is both a file and a directory');
      claimParents(path, key);
      places.set(key, 'directory');
    },
  };
}

function assertShape(path: string, limits: ArchiveLimits): void {
  const problem = shapeProblem(path, limits) ?? escapedProblem(path, limits);
  if (problem !== undefined) throw entryRefusal(path, problem);
}

/** NuGet clients decode names before they write, so the same checks apply to the decoded name. */
function escapedProblem(path: string, limits: ArchiveLimits): string | undefined {
  return path.includes('%') ? shapeProblem(percentDecoded(path), limits) : undefined;
}

function shapeProblem(path: string, limits: ArchiveLimits): string | undefined {
  if (path === '') return 'has an empty name';
  if (path.length > limits.maxPathBytes || Buffer.byteLength(path) > limits.maxPathBytes) {
    return `has a name longer than ${limits.maxPathBytes} bytes`;
  }
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return 'has a control character in its name';
  if (/[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.test(path)) {
    return 'has an invisible or direction-changing character in its name';
  }
  if (path.startsWith('/')) return 'has an absolute path';
  if (path.includes('\\')) return 'has a backslash in its name';
  if (path.includes(':')) return 'has a drive letter or stream name in its path';
  return segmentProblem(path.split('/'));
}

function segmentProblem(segments: string[]): string | undefined {
  if (segments.length > maxSegments) return `lies deeper than ${maxSegments} directories`;
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') return 'has a relative path segment';
    if (/^[. ]+$/.test(segment)) return 'has a path segment of dots and spaces';
    if (segment.length > maxSegmentBytes || Buffer.byteLength(segment) > maxSegmentBytes) {
      return `has a path segment longer than ${maxSegmentBytes} bytes`;
    }
  }
  return undefined;
}
