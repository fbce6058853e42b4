/** One regular file of an opened archive, already checked by `scan/` for hostile shapes. */
export interface ArchiveEntry {
  /** Path as stored, forward slashes. */
  path: string;
  /** Uncompressed size in bytes, as really read. */
  size: number;
  /** Unix mode bits where the format has them, else 0. */
  mode: number;
}

/**
 * An archive that passed the safety limits. Reading is bounded: `read` refuses more than
 * `maxBytes` with DomainError `invalid_archive`.
 */
export interface OpenedArchive {
  entries: readonly ArchiveEntry[];
  read(path: string, maxBytes: number): Promise<Buffer>;
  /** Those of the files that have at most `maxBytes`, in one pass: each `read` may unpack everything once more. */
  readAll(paths: ReadonlySet<string>, maxBytes: number): Promise<ReadonlyMap<string, Buffer>>;
}

/** Path of the one entry of a `file`. */
export const wholeFile = 'file';

/**
 * How a file is packed. `tar`: plain, and archives in it are looked into as well. `file`: no archive at all, one entry
 * that is the upload itself. `any`: the same where the publisher named no format; scanners look into it if its first
 * bytes are those of an archive.
 */
export const archiveFormats = ['tgz', 'tar', 'zip', 'file', 'any'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];
