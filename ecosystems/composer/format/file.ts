import type { FileFacts } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { limits } from './limits.ts';
import { canonicalVersion } from './version.ts';

/** `acme-probe-1.0.0.0.zip`; a branch may have slashes. */
export function zipName(name: string, versionKey: string): string {
  return `${name}-${versionKey}.zip`.replaceAll(/[^\w.+-]/g, '-');
}

/** A release is one zip, named by its normalised version. @throws DomainError `invalid_version` */
export function fileFacts({ name, version }: Declared): FileFacts {
  return {
    format: 'zip',
    kind: 'zip',
    filename: zipName(name.toLowerCase(), canonicalVersion(version)),
    contentType: 'application/zip',
    maxBytes: limits.zip.bytes,
  };
}

/** Replaces slashes of versions in a path segment: branch names can't contain this character. */
const slash = '~';

/** The path of the zip below a mount. */
export function zipPath(name: string, versionKey: string, filename: string): string {
  return `files/${name}/${versionKey.replaceAll('/', slash)}/${encodeURIComponent(filename)}`;
}

export const versionIn = (part: string) => part.replaceAll(slash, '/');
