import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { heldBytes } from './memory-size.ts';

/** A cache with a limit in bytes: every entry weighs its size in memory, its key included. */
export interface BoundedCache<V extends string | number | object> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** A value larger than the whole cache is not kept. */
  set(key: string, value: V, ttlMs?: number): void;
  delete(key: string): void;
  clear(): void;
  /** The stored keys: of long ones only a digest. */
  entries(): Iterable<[string, V]>;
  /** The total of all entries. */
  readonly bytes: number;
}

export interface CacheBounds<V> {
  maxBytes: number;
  /** The lifetime of entries that name none; default: unlimited. */
  ttlMs?: number;
  /** The size of a value, without key and bookkeeping. Default: {@link heldBytes}, which visits every member. */
  bytesOf?(value: V): number;
  /** Also of a replaced value; `key` in its stored form. */
  onDropped?(value: V, key: string): void;
}

/** Longer keys are clients' inventions more often than names: their digest is used instead. */
const maxKeyLength = 200;
/** The memory of an entry in the internal lists and tables. */
const entryBytes = 256;

/**
 * The one kind of cache. A cache that counted its entries would hold as much as clients put into each: a lint and
 * `bounded-cache.test.ts` refuse any other.
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

/** The key under which an entry is kept. */
export function keptKey(key: string): string {
  return key.length <= maxKeyLength ? key : `#${createHash('sha256').update(key).digest('base64')}`;
}
