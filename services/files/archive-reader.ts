import type { ArchiveFormat } from '../../domain/archive.ts';

/** A file of a release whose content readers may browse. */
export interface BrowsableFile {
  sha256: string;
  format: ArchiveFormat;
  /** The upload of a file that waits to be stored. */
  uploadId?: string;
}

export interface ArchiveMember {
  path: string;
  sizeBytes: number;
  /** In hexadecimal; null for members that are too large to be compared. */
  sha256: string | null;
}

export interface ArchiveListing {
  members: readonly ArchiveMember[];
  /** The folder that contains all members, with a slash at its end; empty without such a folder. */
  root: string;
}

/** A part of the platform: opens stored files in a sandbox, within limits, and caches listings by digest. */
export interface ArchiveReader {
  /** @throws DomainError `invalid_archive` when the file can't be opened, `overloaded` */
  list(file: BrowsableFile): Promise<ArchiveListing>;
  /**
   * `body` is null when the member exceeds the size limit of pages.
   * @throws as {@link list}, DomainError `not_found`
   */
  read(file: BrowsableFile, path: string): Promise<{ sizeBytes: number; body: Buffer | null }>;
}
