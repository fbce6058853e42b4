import type { ArchiveFormat } from '../../domain/archive.ts';

/** A file of a release that readers may look into. */
export interface BrowsableFile {
  sha256: string;
  format: ArchiveFormat;
  /** The upload of a file that waits to be stored. */
  uploadId?: string;
}

export interface ArchiveMember {
  path: string;
  sizeBytes: number;
  /** Hex; null for members that are too large to be compared. */
  sha256: string | null;
}

export interface ArchiveListing {
  members: readonly ArchiveMember[];
  /** Folder that wraps all of it, with a slash, or an empty text. */
  root: string;
}

/** A part of the platform: opens stored files in a sandbox, within bounds, and keeps listings by digest. */
export interface ArchiveReader {
  /** @throws DomainError `invalid_archive` where it can't be opened, `overloaded` */
  list(file: BrowsableFile): Promise<ArchiveListing>;
  /** `body` is null where the member exceeds the limit of pages. @throws as {@link list}, DomainError `not_found` */
  read(file: BrowsableFile, path: string): Promise<{ sizeBytes: number; body: Buffer | null }>;
}
