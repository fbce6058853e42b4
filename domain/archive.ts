/** One regular file of an opened archive; `scan/` has already refused hostile shapes. */
export interface ArchiveEntry {
  /** Path as stored, forward slashes. */
  path: string;
  /** Uncompressed size in bytes, counted while reading. */
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
  /** The files of at most `maxBytes`, read in one pass: each call of `read` may unpack the archive again. */
  readAll(paths: ReadonlySet<string>, maxBytes: number): Promise<ReadonlyMap<string, Buffer>>;
}

/** Path of the only entry of a `file`. */
export const wholeFile = 'file';

/**
 * How a file is packed. `tar`: uncompressed; archives inside are opened as well. `file`: not an archive, one entry
 * that is the upload itself. `any`: like `file`, for uploads without a declared format; scanners open it if its first
 * bytes are those of an archive.
 */
export const archiveFormats = ['tgz', 'tar', 'zip', 'file', 'any'] as const;
export type ArchiveFormat = (typeof archiveFormats)[number];
