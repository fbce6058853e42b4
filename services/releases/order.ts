import type { Format } from '../../ecosystems/format.ts';
import type { SharedCache } from '../../store/cache/shared-cache.ts';

export type VersionOrder = (
  ecosystem: Pick<Format, 'versions'>,
  packageId: string,
  keys: readonly string[],
) => readonly string[];

/**
 * Sorts versions, highest first. Only the ecosystem can compare its versions, and the order of two never changes:
 * sorted lists are cached, and a page of ten thousand versions only sorts the new ones.
 */
export function createVersionOrder(cache: SharedCache): VersionOrder {
  const sorted = cache.section<readonly string[]>('version_order');
  return ({ versions }, packageId, keys) => {
    const wanted = new Set(keys);
    const known = sorted.get(packageId) ?? [];
    sorted.count(known.length > 0 ? 'hit' : 'miss');
    const kept = known.filter((key) => wanted.delete(key));
    if (wanted.size === 0) return kept;
    // runs that are already sorted cost one comparison per version
    const all = [...kept, ...wanted].sort((a, b) => versions.compare(b, a));
    sorted.set(packageId, all);
    return all;
  };
}
