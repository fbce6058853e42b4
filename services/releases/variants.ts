import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { withBundles } from '../../store/postgres/releases/bundles.ts';
import { listReleaseLines, listVersionKeys } from '../../store/postgres/releases/release-pages.ts';
import type { Platform } from '../platform.ts';
import type { CountedLine, FoundRelease } from './get.ts';

/** One of the releases that differ only in their platform. */
export interface ReleaseVariant {
  versionKey: string;
  platform: string;
  /** Null for a release that does not exist here, or that this reader may not see. */
  line: CountedLine | null;
}

/** The releases for other platforms that the reader may see; empty when there are none. */
export async function listVariants(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { ecosystem, pkg, release }: FoundRelease,
): Promise<ReleaseVariant[]> {
  if (ecosystem.variants === null) return [];
  const includeUnreleased = may(caller.actor, 'oversee', pkg);
  const known = await listVersionKeys(pool, pkg.id, { includeUnreleased });
  const variants = ecosystem.variants(release, known);
  const isAlone = variants.every(({ versionKey }) => versionKey === release.versionKey);
  if (isAlone) return [];
  const seen = new Set(known);
  const keys = variants.map(({ versionKey }) => versionKey).filter((key) => seen.has(key));
  const lines = await withBundles(pool, await listReleaseLines(pool, pkg.id, keys));
  const found = new Map(lines.map((line) => [line.versionKey, line]));
  return variants.map((variant) => ({ ...variant, line: found.get(variant.versionKey) ?? null }));
}
