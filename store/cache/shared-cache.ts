import { createBoundedCache, keptKey } from './bounded-cache.ts';
import { heldBytes } from './memory-size.ts';

/** One kind of entry of a {@link SharedCache}. */
export interface CacheSection<V extends string | number | object> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Does not keep a value larger than a quarter of the budget. */
  set(key: string, value: V): void;
  delete(key: string): void;
  clear(): void;
  /** Counts a look-up under the name of the section. */
  count(result: 'hit' | 'miss'): void;
}

export interface SectionBounds<V> {
  /** The size of a value, without key and bookkeeping. Default: {@link heldBytes}, which visits every member. */
  bytesOf?(value: V): number;
  /** Also called for a replaced value; `key` as {@link keptKey} returns it. */
  onDropped?(value: V, key: string): void;
}

/**
 * The memory of one process for stored rows and documents: all sections share one budget, and the least recently used
 * entry is dropped first.
 */
export interface SharedCache {
  section<V extends string | number | object>(name: string, bounds?: SectionBounds<V>): CacheSection<V>;
  /** The whole budget, for caches that get a fixed part of it. */
  readonly maxBytes: number;
  readonly bytes: number;
}

interface Held {
  name: string;
  key: string;
  value: unknown;
  bytes: number;
  onDropped: ((value: never, key: string) => void) | undefined;
}

/** The maximum share of one value, so that it can't displace all others. */
const largestShare = 1 / 4;

export function createSharedCache({
  maxBytes,
  onLookup = () => {},
}: {
  maxBytes: number;
  onLookup?: (section: string, result: 'hit' | 'miss') => void;
}): SharedCache {
  const kept = createBoundedCache<Held>({
    maxBytes,
    bytesOf: ({ bytes, key }) => bytes + heldBytes(key),
    onDropped: ({ value, key, onDropped }) => onDropped?.(value as never, key),
  });

  function section<V extends string | number | object>(
    name: string,
    { bytesOf = heldBytes, onDropped }: SectionBounds<V> = {},
  ): CacheSection<V> {
    const place = (key: string) => `${name}\n${keptKey(key)}`;
    return {
      // a section reads only its own entries
      get: (key) => kept.get(place(key))?.value as V | undefined,
      has: (key) => kept.has(place(key)),
      set(key, value) {
        const bytes = bytesOf(value);
        if (bytes > maxBytes * largestShare) kept.delete(place(key));
        else kept.set(place(key), { name, key: keptKey(key), value, bytes, onDropped });
      },
      delete: (key) => kept.delete(place(key)),
      clear() {
        const entries = Array.from(kept.entries());
        for (const [key, held] of entries) if (held.name === name) kept.delete(key);
      },
      count: (result) => onLookup(name, result),
    };
  }

  return {
    section,
    maxBytes,
    get bytes() {
      return kept.bytes;
    },
  };
}
