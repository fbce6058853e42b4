import { DomainError, notFound } from '../../../domain/errors.ts';
import {
  type FilePath,
  fileOf,
  type LayoutPath,
  metadataFile,
  nameOf,
  parseLayoutPath,
} from '../format/path.ts';

/** Any path below the mount. */
export interface PathRoute {
  Params: { '*': string };
}

/** For reads: an invalid path has no file. @throws DomainError `not_found` */
export function pathToRead(path: string): LayoutPath {
  return orNotFound(() => parseLayoutPath(path));
}

/** @throws DomainError `not_found` */
export function fileToRead(path: LayoutPath): FilePath {
  return orNotFound(() => fileOf(path));
}

/** The name of the existing or possible artifact of a path; undefined for other paths. */
export function nameAt(path: string): string | undefined {
  try {
    const read = parseLayoutPath(path);
    return read.filename === metadataFile ? nameOf(read.folder) : fileOf(read).name;
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function orNotFound<T>(find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof DomainError) throw notFound('file');
    throw error;
  }
}
