import type { Format } from '../../ecosystems/format.ts';
import { createBoundedCache } from '../../store/cache/bounded-cache.ts';

/** Of version keys that are kept sorted, over all packages. */
const cacheBytes = 16 * 1024 * 1024;

export type VersionOrder = (
  ecosystem: Pick<Format, 'versions'>,
  packageId: string,
  keys: readonly string[],
) => readonly string[];

/**
 * Highest first. Only the ecosystem can compare its versions, and how two compare never changes: what was
 * sorted once is kept, and a page of ten thousand versions sorts the few that are new.
 */
export function createVersionOrder(): VersionOrder {
  const sorted = createBoundedCache<readonly string[]>({ maxBytes: cacheBytes });
  return ({ versions }, packageId, keys) => {
    const wanted = new Set(keys);
    const known = sorted.get(packageId) ?? [];
    const kept = known.filter((key) => wanted.delete(key));
    if (wanted.size === 0) return kept;
    // runs that are sorted already cost one comparison a version
    const all = [...kept, ...wanted].sort((a, b) => versions.compare(b, a));
    sorted.set(packageId, all);
    return all;
  };
}
