import { limits } from './limits.ts';
import { DomainError } from '../../../domain/errors.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion } from './version.ts';

export const maxPathCharacters = limits.path.characters;
export const metadataFile = 'maven-metadata.xml';

/** Algorithms of checksum files, by their ending. */
export const checksums = ['md5', 'sha1', 'sha256', 'sha512'] as const;
export type Checksum = (typeof checksums)[number];

/** A file of a release. */
export interface FilePath {
  name: string;
  version: string;
  filename: string;
}

/** The meaning of a path of the repository layout, without the ending of a checksum. */
export interface LayoutPath {
  checksum: Checksum | null;
  /** All segments except the last one. */
  folder: readonly string[];
  /** Empty for a folder. */
  filename: string;
}

const segment = /^[A-Za-z0-9_.+-]+$/;

/** @throws DomainError `bad_request` */
export function parseLayoutPath(path: string): LayoutPath {
  const segments = path.split('/');
  const last = segments.pop() ?? '';
  const isClean =
    path.length <= maxPathCharacters &&
    segments.every((each) => segment.test(each) && !/^\.+$/.test(each)) &&
    (last === '' || (segment.test(last) && !/^\.+$/.test(last)));
  if (!isClean)
    throw new DomainError(
      'bad_request',
      `the path ${path.slice(0, 200)} is not one of the repository layout`,
    );
  const checksum = checksums.find((each) => last.endsWith(`.${each}`)) ?? null;
  if (checksum === null && checksums.some((each) => last.toLowerCase().endsWith(`.${each}`))) {
    throw new DomainError('bad_request', `the name of a checksum ends in small letters: ${last}`);
  }
  const filename = checksum === null ? last : last.slice(0, -checksum.length - 1);
  return { checksum, folder: segments, filename };
}

/**
 * Group, artifact, version and file.
 * @throws DomainError `bad_request`, `invalid_name`, `name_reserved`, `invalid_version`
 */
export function fileOf({ folder, filename }: LayoutPath): FilePath {
  const [version, artifact, ...group] = folder.toReversed();
  if (version === undefined || artifact === undefined || group.length === 0 || filename === '') {
    throw new DomainError(
      'bad_request',
      'a file is at {groupId}/{artifactId}/{version}/{artifactId}-{version}…',
    );
  }
  const name = nameOf([...group.toReversed(), artifact]);
  canonicalName(name);
  canonicalVersion(version);
  assertFilename({ artifact, version, filename });
  return { name, version, filename };
}

/** `org/acme/probe` as `org.acme:probe`. */
export function nameOf(segments: readonly string[]): string {
  return `${segments.slice(0, -1).join('.')}:${segments.at(-1) ?? ''}`;
}

/** The folder of a package in its own spelling, below the mount. */
export function folderOf(name: string): string {
  const [group = '', artifact = ''] = name.split(':');
  return `${group.replaceAll('.', '/')}/${artifact}`;
}

/** @throws DomainError `bad_request` */
export function assertFilename({
  artifact,
  version,
  filename,
}: {
  artifact: string;
  version: string;
  filename: string;
}): void {
  const stem = `${artifact}-${version}`;
  const rest = filename.slice(stem.length);
  // an optional classifier, and an ending
  const isNamed =
    /^[.-][A-Za-z0-9_+-][A-Za-z0-9_.+-]*$/.test(rest) && rest.includes('.') && !rest.endsWith('.');
  if (filename.startsWith(stem) && isNamed) return;
  throw new DomainError('bad_request', `the name of a file of this version begins with ${stem}`);
}
