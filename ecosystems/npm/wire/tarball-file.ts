import { notFound } from '../../../domain/errors.ts';
import { baseName } from '../format/name.ts';
import { canonicalVersion } from '../format/version.ts';

/** Key of the version of a tarball's filename. @throws DomainError `not_found` */
export function versionOfFile(name: string, file: string): string {
  // old lock files repeat the scope before the filename
  const bare = file.slice(file.lastIndexOf('/') + 1);
  const start = `${baseName(name)}-`;
  if (!bare.startsWith(start) || !bare.endsWith('.tgz')) throw notFound('file');
  try {
    return canonicalVersion(bare.slice(start.length, -'.tgz'.length));
  } catch {
    throw notFound('file');
  }
}
