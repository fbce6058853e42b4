import type { Readable } from 'node:stream';

export interface BlobStat {
  sizeBytes: number;
}

/** Half-open would need arithmetic at every caller: both ends are inclusive, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The state of an upload in pieces: plain JSON, opaque to all but the store that made it. */
export interface AppendState {
  /** Durable so far; the next piece begins here. */
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
  /** Why the body ended early; the bytes that arrived count all the same. */
  cutOff: Error | null;
}

/**
 * Where bytes live. Keys are slash-separated ASCII segments. A key is either wholly there or absent:
 * no reader ever sees a partial write. Two implementations, one contract test.
 */
export interface Blobs {
  readonly kind: 'disk' | 's3';
  /** Streams to `key`, durable when resolved; an existing key is replaced as a whole. Returns the size in bytes. */
  put(key: string, body: Readable | Buffer): Promise<number>;
  /** Like put but keeps an existing object: false when the key existed already. */
  putIfAbsent(key: string, body: Readable | Buffer): Promise<boolean>;
  /** Moves `from` to `to`; no-op when `from` is gone and `to` exists (a retried step). @throws DomainError `not_found` when both are absent */
  move(from: string, to: string): Promise<void>;
  /** Copies the object `from` to `to`; `to` stays as it is when it exists. @throws DomainError `not_found` */
  copy(from: string, to: string): Promise<void>;
  /**
   * Adds a piece to the upload at `key`, which is invisible before it is sealed. Its cost depends on the piece alone,
   * not on the bytes before it. Only one writer at a time may call it, with the state of the last call (none at
   * first); pieces of an earlier writer beyond that state are dropped. A failing body does not reject, a failing
   * store does. @throws DomainError `not_found` when the upload is gone
   */
  append(
    key: string,
    state: AppendState | undefined,
    body: Readable,
    options?: AppendOptions,
  ): Promise<Appended>;
  /**
   * Ends the upload: it takes no more bytes. Returns the key under which the whole can be read and copied until
   * `drop`. May be repeated. @throws DomainError `not_found` when the upload is gone
   */
  seal(key: string, state: AppendState): Promise<string>;
  /** Removes everything the upload left, sealed or not. Idempotent. */
  drop(key: string, state: AppendState | undefined): Promise<void>;
  stat(key: string): Promise<BlobStat | undefined>;
  /** @throws DomainError `not_found` */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Runs `use` with a local path of the whole blob; a temporary copy is removed afterwards. @throws DomainError `not_found` */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Keys below a prefix with their last change, in pages handled inside. */
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

/** Where an upload rests until its workflow takes it over. */
export function stagingKey(uploadId: string): string {
  return `staging/${uploadId}`;
}

/** Uploads in pieces rest below this until they are sealed, copied to their content address and dropped. */
export const pieces = 'pieces/';

export function piecesKey(uploadId: string): string {
  return `${pieces}${uploadId}`;
}

/** The maximum age of an upload in pieces: older ones in a store are remains of a crash. */
export const longestUploadMs = 7 * 24 * 3_600_000;
