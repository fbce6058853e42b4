import { LRUCache } from 'lru-cache';

/** What a cached row must tell: whose it is and how much memory it takes. */
export interface CachedRow {
  packageId: string;
}

export interface PackageCache<T extends CachedRow> {
  /** The cached row, or what `load` finds; a row that changed while it was being read is not kept. */
  get(key: string, load: () => Promise<T | null>): T | undefined | Promise<T | undefined>;
  forget(packageId: string): void;
  clear(): void;
}

export interface PackageCacheOptions<T> {
  maxBytes: number;
  bytes(row: T): number;
  /** False while changes can't be heard. */
  isUsable(): boolean;
  onLookup(result: 'hit' | 'miss'): void;
}

/** An LRU of rows by key that can drop everything belonging to one package. */
export function createPackageCache<T extends CachedRow>(options: PackageCacheOptions<T>): PackageCache<T> {
  const keysOf = new Map<string, Set<string>>();
  // raised by every invalidation: a read that began before it may carry the state from before
  let epoch = 0;
  const rows = new LRUCache<string, T>({
    maxSize: options.maxBytes,
    sizeCalculation: (row) => options.bytes(row) + 512,
    dispose: (row, key) => {
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
    const keys = keysOf.get(row.packageId) ?? new Set();
    keysOf.set(row.packageId, keys.add(key));
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
