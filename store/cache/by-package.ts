import type { SharedCache } from './shared-cache.ts';
import { createBoundedCache, keptKey } from './bounded-cache.ts';
import { heldBytes } from './memory-size.ts';

/** A cached row must name its package. A row without one is returned but not cached. */
export interface CachedRow {
  packageId: string | null;
}

type Load<T> = () => Promise<T | null>;

/** A running read. */
interface Flight<T> {
  epoch: number;
  row: Promise<T | undefined>;
  /** The read after this one, for callers that must not get the result of this one. */
  next: Promise<T | undefined> | undefined;
}

export interface PackageCache<T extends CachedRow> {
  /**
   * The cached row, or the result of `load`. A row that changed during the read is not kept. Concurrent calls for one
   * key share the result of one load: separate copies of a large row would need memory for each client.
   */
  get(key: string, load: Load<T>): T | undefined | Promise<T | undefined>;
  forget(packageId: string): void;
  clear(): void;
}

export interface PackageCacheOptions {
  cache: SharedCache;
  /** The name of its section, also in the metric. */
  name: string;
  /** Whether keys without a row are cached until any change. */
  keepsAbsent?: boolean;
  /** False while change notifications can't be received. */
  isUsable(): boolean;
}

/** The part of the budget for unknown keys: clients invent them, and they must not displace rows. */
const absentShare = 1 / 32;

/** The memory of a key in its package's table, including the table of a single key. */
const indexedKeyBytes = 256;

/** The maximum time for which a new row stays missing after a lost notification. */
const absentMs = 30_000;

const ignore = () => {};

/** A section of rows by key that can drop all rows of one package. */
export function createPackageCache<T extends CachedRow>({
  cache,
  name,
  keepsAbsent = false,
  isUsable,
}: PackageCacheOptions): PackageCache<T> {
  const keysOf = new Map<string, Set<string>>();
  // raised by every invalidation: a read that began before may return the old state
  let epoch = 0;
  const rows = cache.section<T>(name, {
    // the key is also stored in the index below
    bytesOf: (row) => heldBytes(row) + indexedKeyBytes,
    onDropped: (row, key) => {
      const { packageId } = row;
      if (packageId === null) return;
      const keys = keysOf.get(packageId);
      if (keys?.delete(key) && keys.size === 0) keysOf.delete(packageId);
    },
  });

  // with the epoch of the failed look-up, because the package of a later row is unknown
  const absent = keepsAbsent
    ? createBoundedCache<number>({ maxBytes: cache.maxBytes * absentShare, ttlMs: absentMs })
    : undefined;

  const flights = new Map<string, Flight<T>>();

  /** A caller after a change, or while notifications may be missing, never gets the result of an earlier read. */
  function join(key: string, load: Load<T>): Promise<T | undefined> {
    const flight = flights.get(key);
    if (flight === undefined) return fill(key, load);
    if (flight.epoch === epoch && isUsable()) return flight.row;
    flight.next ??= flight.row.then(ignore, ignore).then(() => join(key, load));
    return flight.next;
  }

  function fill(key: string, load: Load<T>): Promise<T | undefined> {
    const begun = epoch;
    const row = load().then(
      (loaded) => {
        flights.delete(key);
        const isCurrent = begun === epoch && isUsable();
        if (loaded === null) {
          if (isCurrent) absent?.set(key, epoch);
          return undefined;
        }
        if (isCurrent) keep(key, loaded);
        return loaded;
      },
      (error: unknown) => {
        flights.delete(key);
        throw error;
      },
    );
    flights.set(key, { epoch: begun, row, next: undefined });
    return row;
  }

  function keep(key: string, row: T): void {
    const { packageId } = row;
    if (packageId === null) return;
    rows.set(key, row);
    // the row was too large to be kept
    if (!rows.has(key)) return;
    const keys = keysOf.get(packageId) ?? new Set();
    keysOf.set(packageId, keys.add(keptKey(key)));
  }

  return {
    get(key, load) {
      const isHeard = isUsable();
      const row = isHeard ? rows.get(key) : undefined;
      const isAbsent = isHeard && row === undefined && absent?.get(key) === epoch;
      rows.count(row || isAbsent ? 'hit' : 'miss');
      return isAbsent ? undefined : (row ?? join(key, load));
    },
    forget(packageId) {
      epoch += 1;
      for (const key of keysOf.get(packageId) ?? []) rows.delete(key);
    },
    clear() {
      epoch += 1;
      rows.clear();
      absent?.clear();
      keysOf.clear();
    },
  };
}
