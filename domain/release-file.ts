import type { ArchiveFormat, OpenedArchive } from './archive.ts';
import type { Digests } from './digest.ts';

/** Facts about a file of a release, from the declaration of its request. */
export interface FileFacts {
  format: ArchiveFormat;
  /** The kind in the protocol's terms, e.g. `crate`. */
  kind: string;
  /** Unique within the release; the name in its download address. */
  filename: string;
  contentType: string;
  /** Largest accepted one in bytes. */
  maxBytes: number;
  /**
   * Keys of other releases that could have a file of this name, where files of all packages share one folder:
   * the first release to use a name keeps it.
   */
  filenameConflicts?: readonly { nameKey: string; versionKey: string }[];
  /** Name of the file of the release that this one is a signature of: both are opened together. */
  about?: string;
}

/** One file of a release, opened: its digests are of the bytes as they are stored. */
export interface OpenedFile extends OpenedArchive, Pick<FileFacts, 'format' | 'kind' | 'filename'>, Digests {
  sizeBytes: number;
  /** All of its stored bytes in order, for files of any size. */
  pieces(): AsyncIterable<Uint8Array>;
}
