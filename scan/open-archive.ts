import type { ArchiveFormat } from '../domain/archive.ts';
import type { ArchiveLimits } from './limits.ts';
import type { ScanArchive } from './scan-archive.ts';
import { openTar } from './plain-tar.ts';
import { openTgz } from './tgz.ts';
import { openWholeFile } from './whole-file.ts';
import { openZip } from './zip.ts';

/**
 * Reads an untrusted archive once from start to end and proves that its form is harmless: names, types, sizes,
 * checksums, limits. `entries` has only regular files.
 * @throws DomainError `invalid_archive` with a sentence that names the entry
 */
export function openArchive(
  path: string,
  format: ArchiveFormat,
  limits: ArchiveLimits,
): Promise<ScanArchive> {
  switch (format) {
    case 'tgz':
      return openTgz(path, limits);
    case 'tar':
      return openTar(path, limits);
    case 'zip':
      return openZip(path, limits);
    case 'file':
    case 'any':
      return openWholeFile(path, limits);
    default:
      throw new Error(`unknown archive format ${String(format satisfies never)}`);
  }
}
