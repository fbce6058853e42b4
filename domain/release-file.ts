import type { ArchiveFormat, OpenedArchive } from './archive.ts';
import type { Digests } from './digest.ts';

/** What a file of a release is, by what its request declared. */
export interface FileFacts {
  format: ArchiveFormat;
  /** What the protocol calls it, e.g. `crate`. */
  kind: string;
  /** Unique within the release; what it is downloaded by. */
  filename: string;
  contentType: string;
  /** Largest accepted one in bytes. */
  maxBytes: number;
  /**
   * Keys of other releases that could have a file of this name, where files of all packages stand beside each other:
   * whichever comes first has it.
   */
  rivals?: readonly { nameKey: string; versionKey: string }[];
  /** Name of the file of the release that this one is a signature of: both are opened together. */
  about?: string;
}

/** One file of a release, opened: its digests are of the bytes as they are stored. */
export interface OpenedFile extends OpenedArchive, Pick<FileFacts, 'format' | 'kind' | 'filename'>, Digests {
  sizeBytes: number;
  /** Its bytes as they are stored, from first to last: for what looks at all of them, however many there are. */
  pieces(): AsyncIterable<Uint8Array>;
}
