import type { Readable } from 'node:stream';

export interface BlobStat {
  sizeBytes: number;
}

/** Half-open would need arithmetic at every caller: both ends are inclusive, as in HTTP Range. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where bytes live. Keys are slash-separated ASCII segments. A key is either wholly there or absent:
 * no reader ever sees a partial write. Two implementations, one contract test.
 */
export interface Blobs {
  readonly kind: 'disk' | 's3';
  /** Streams to `key`, durable when resolved; an existing key is replaced as a whole. Returns the size in bytes. */
  put(key: string, body: Readable | Buffer): Promise<number>;
  /** Like put but keeps what is there: false when the key existed already. */
  putIfAbsent(key: string, body: Readable | Buffer): Promise<boolean>;
  /** Moves `from` to `to`; no-op when `from` is gone and `to` exists (a retried step). @throws DomainError `not_found` when both are absent */
  move(from: string, to: string): Promise<void>;
  stat(key: string): Promise<BlobStat | undefined>;
  /** @throws DomainError `not_found` */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Runs `use` with a local path of the whole blob; a temporary copy is removed afterwards. @throws DomainError `not_found` */
  withLocalFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Idempotent. */
  delete(key: string): Promise<void>;
  /** Keys below a prefix with their last change, in pages handled inside. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; modifiedAt: Date }>;
  /** Removes what crashed writers left half-written and nobody touched for `ageMs`. Returns how many there were. */
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
