import type { Readable } from 'node:stream';

export interface BlobStat {
  sizeBytes: number;
}

/** Both ends are inclusive, as in HTTP Range: a half-open range would need arithmetic at every caller. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The state of an upload in pieces: plain JSON, which only the store that created it reads. */
export interface AppendState {
  /** The number of durable bytes; the next piece begins here. */
  sizeBytes: number;
  /** S3: the multipart upload, the number of its valid parts and their bytes. */
  multipart?: { id: string; parts: number; bytes: number };
  /** S3: the object with the bytes after the last whole part, and the object that it replaced. */
  tail?: string;
  formerTail?: string;
}

export interface AppendOptions {
  /** Called with a durable state while the piece continues, so that a crash loses little of it. */
  onSaved?(state: AppendState): Promise<void>;
  /** Called with every chunk in order, before or after it is written. */
  onChunk?(chunk: Buffer): void;
}

export interface Appended {
  state: AppendState;
  /** Why the body ended early; the bytes that arrived count nevertheless. */
  cutOff: Error | null;
}

/**
 * The store of bytes. Keys are slash-separated ASCII segments. A key is either complete or absent: no reader ever
 * sees a partial write. Two implementations, one contract test.
 */
export interface Blobs {
  readonly kind: 'disk' | 's3';
  /** Streams to `key`, durable when resolved; an existing key is replaced as a whole. Returns the size in bytes. */
  put(key: string, body: Readable | Buffer): Promise<number>;
  /** Like put, but keeps an existing object. False if the key exists already. */
  putIfAbsent(key: string, body: Readable | Buffer): Promise<boolean>;
  /**
   * Moves `from` to `to`; no-op if `from` is absent and `to` exists (a retried step). @throws DomainError `not_found`
   * if both are absent
   */
  move(from: string, to: string): Promise<void>;
  /** Copies the object `from` to `to`; an existing `to` stays unchanged. @throws DomainError `not_found` */
  copy(from: string, to: string): Promise<void>;
  /**
   * Adds a piece to the upload at `key`, which is invisible until `seal`. The cost depends only on the piece, not on
   * earlier bytes. Only one writer at a time may call it, with the state of the last call (none at first); pieces of
   * an earlier writer beyond that state are dropped. A failing body does not reject, a failing store does. @throws
   * DomainError `not_found` if the upload does not exist any more
   */
  append(
    key: string,
    state: AppendState | undefined,
    body: Readable,
    options?: AppendOptions,
  ): Promise<Appended>;
  /**
   * Ends the upload, which then accepts no more bytes. Returns the key of the whole object for reads and copies until
   * `drop`. Idempotent. @throws DomainError `not_found` if the upload does not exist any more
   */
  seal(key: string, state: AppendState): Promise<string>;
  /** Removes all objects of the upload, sealed or not. Idempotent. */
  drop(key: string, state: AppendState | undefined): Promise<void>;
  stat(key: string): Promise<BlobStat | undefined>;
  /** @throws DomainError `not_found` */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Runs `use` with a local path of the whole blob; a temporary copy is removed afterwards. @throws DomainError `not_found` */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Keys below a prefix with the time of their last change; the store pages internally. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Removes half-written files of crashed writers, untouched for `ageMs`. Returns their number. */
  removeUnfinished(ageMs: number): Promise<number>;
  /** Cheap check for readiness. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Content address of a stored artifact. */
export function contentKey(sha256: string): string {
  return `sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The key of an upload until its workflow takes the upload over. */
export function stagingKey(uploadId: string): string {
  return `staging/${uploadId}`;
}

/** Prefix of uploads in pieces, until they are sealed, copied to their content address and dropped. */
export const pieces = 'pieces/';

export function piecesKey(uploadId: string): string {
  return `${pieces}${uploadId}`;
}

/** The maximum age of an upload in pieces: older ones in a store are left from a crash. */
export const longestUploadMs = 7 * 24 * 3_600_000;
