import { notFound } from '../../../domain/errors.ts';
import { baseName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';

/** Key of the version that a file of the package is of. @throws DomainError `not_found` */
export function versionOfFile(name: string, file: string): string {
  // old lock files repeat the scope in front of the file
  const bare = file.slice(file.lastIndexOf('/') + 1);
  const start = `${baseName(name)}-`;
  if (!bare.startsWith(start) || !bare.endsWith('.tgz')) throw notFound('file');
  try {
    return canonicalVersion(bare.slice(start.length, -'.tgz'.length));
  } catch {
    throw notFound('file');
  }
}
