import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { heldBytes } from './memory-size.ts';

/** A cache with a limit in bytes: an entry's weight is its size in memory, including its key. */
export interface BoundedCache<V extends string | number | object> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Does not keep a value larger than the whole cache. */
  set(key: string, value: V, ttlMs?: number): void;
  delete(key: string): void;
  clear(): void;
  /** The stored keys; for long keys only a digest. */
  entries(): Iterable<[string, V]>;
  /** The total of all entries. */
  readonly bytes: number;
}

export interface CacheBounds<V> {
  maxBytes: number;
  /** The default lifetime of entries; default: unlimited. */
  ttlMs?: number;
  /** The size of a value, without key and bookkeeping. Default: {@link heldBytes}, which visits every member. */
  bytesOf?(value: V): number;
  /** Also called for a replaced value; `key` is in its stored form. */
  onDropped?(value: V, key: string): void;
}

/** Longer keys are usually invented by clients: the cache uses their digest. */
const maxKeyLength = 200;
/** The memory of an entry in the internal lists and tables. */
const entryBytes = 256;

/**
 * The only kind of cache. A limit on the number of entries would not bound memory, because clients determine their
 * size: a lint rule and `bounded-cache.test.ts` refuse other caches.
 */
export function createBoundedCache<V extends string | number | object>(
  bounds: CacheBounds<V>,
): BoundedCache<V> {
  const { maxBytes, ttlMs, onDropped, bytesOf = heldBytes } = bounds;
  const kept = new LRUCache<string, V>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes,
    sizeCalculation: (value, key) => entryBytes + heldBytes(key) + Math.ceil(bytesOf(value)),
    ...(ttlMs === undefined ? {} : { ttl: ttlMs }),
    ...(onDropped === undefined ? {} : { dispose: (value: V, key: string) => onDropped(value, key) }),
  });
  return {
    get: (key) => kept.get(keptKey(key)),
    has: (key) => kept.has(keptKey(key)),
    set(key, value, ttl) {
      kept.set(keptKey(key), value, ttl === undefined ? {} : { ttl });
    },
    delete(key) {
      kept.delete(keptKey(key));
    },
    clear: () => kept.clear(),
    entries: () => kept.entries(),
    get bytes() {
      return kept.calculatedSize;
    },
  };
}

/** The stored form of a key. */
export function keptKey(key: string): string {
  return key.length <= maxKeyLength ? key : `#${createHash('sha256').update(key).digest('base64')}`;
}
