import type { ArchiveFormat, OpenedArchive } from './archive.ts';
import type { Digests } from './digest.ts';

/** Facts about a file of a release, as its request declares them. */
export interface FileFacts {
  format: ArchiveFormat;
  /** The kind in the protocol's terms, e.g. `crate`. */
  kind: string;
  /** Unique within the release; the name in its download address. */
  filename: string;
  contentType: string;
  /** Maximum accepted size in bytes. */
  maxBytes: number;
  /**
   * Keys of other releases that could have a file of this name, if files of all packages share one folder: the first
   * release with a name keeps it.
   */
  filenameConflicts?: readonly { nameKey: string; versionKey: string }[];
  /** Name of the file that this signature is about: both are opened together. */
  about?: string;
}

/** One opened file of a release: its digests are of the stored bytes. */
export interface OpenedFile extends OpenedArchive, Pick<FileFacts, 'format' | 'kind' | 'filename'>, Digests {
  sizeBytes: number;
  /** All of its stored bytes in order, for files of any size. */
  pieces(): AsyncIterable<Uint8Array>;
}
