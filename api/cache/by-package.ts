import { createBoundedCache, keptKey } from '../../store/cache/bounded-cache.ts';
import { heldBytes } from '../../store/cache/memory-size.ts';

/** What a cached row must tell: whose it is. */
export interface CachedRow {
  packageId: string;
}

export interface PackageCache<T extends CachedRow> {
  /** The cached row, or what `load` finds; a row that changed while it was being read is not kept. */
  get(key: string, load: () => Promise<T | null>): T | undefined | Promise<T | undefined>;
  forget(packageId: string): void;
  clear(): void;
}

export interface PackageCacheOptions {
  maxBytes: number;
  /** False while changes can't be heard. */
  isUsable(): boolean;
  onLookup(result: 'hit' | 'miss'): void;
}

/** Of a key in the table of its package, and of that table where it is the only one. */
const indexedKeyBytes = 256;

/** An LRU of rows by key that can drop everything belonging to one package. */
export function createPackageCache<T extends CachedRow>(options: PackageCacheOptions): PackageCache<T> {
  const keysOf = new Map<string, Set<string>>();
  // raised by every invalidation: a read that began before it may carry the state from before
  let epoch = 0;
  const rows = createBoundedCache<T>({
    maxBytes: options.maxBytes,
    // the key once more, below
    bytesOf: (row) => heldBytes(row) + indexedKeyBytes,
    onDropped: (row, key) => {
      const keys = keysOf.get(row.packageId);
      if (keys?.delete(key) && keys.size === 0) keysOf.delete(row.packageId);
    },
  });

  async function fill(key: string, load: () => Promise<T | null>): Promise<T | undefined> {
    const begun = epoch;
    const row = await load();
    if (row === null) return undefined;
    if (begun !== epoch || !options.isUsable()) return row;
    rows.set(key, row);
    // too large to be kept
    if (!rows.has(key)) return row;
    const keys = keysOf.get(row.packageId) ?? new Set();
    keysOf.set(row.packageId, keys.add(keptKey(key)));
    return row;
  }

  return {
    get(key, load) {
      const row = options.isUsable() ? rows.get(key) : undefined;
      options.onLookup(row ? 'hit' : 'miss');
      return row ?? fill(key, load);
    },
    forget(packageId) {
      epoch += 1;
      for (const key of keysOf.get(packageId) ?? []) rows.delete(key);
    },
    clear() {
      epoch += 1;
      rows.clear();
      keysOf.clear();
    },
  };
}
