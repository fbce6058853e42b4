import { isReadable } from '../../domain/release.ts';
import { findPackageWithTags, type PackageRow } from './packages.ts';
import type { Queryable } from './pool.ts';
import { listNewestReleases, listReleases, type ReleaseRow } from './releases.ts';

/** What an ecosystem's pure part works on. */
export interface Rendering {
  package: PackageRow;
  /** Readable ones in the order they were first published, all or the newest. */
  releases: ReleaseRow[];
  /** Version by tag, of readable releases. */
  tags: ReadonlyMap<string, string>;
  /** All of them, also where `releases` has only the newest. */
  readableReleases: number;
}

export type RendersFrom = 'every release' | 'newest releases';

/** A page and a search hit need no more. */
const newestReleases = 100;
/** Those moved last; protocols with more list them from the table. */
const newestTags = 1_000;

/** Null when there is no such package. */
export async function loadRendering(
  db: Queryable,
  packageId: string,
  rendersFrom: (pkg: PackageRow) => RendersFrom,
): Promise<Rendering | null> {
  const found = await findPackageWithTags(db, packageId, newestTags);
  if (!found) return null;
  const { tags, publishedReleases, ...pkg } = found;
  const releases =
    rendersFrom(pkg) === 'newest releases'
      ? await listNewestReleases(db, packageId, newestReleases)
      : (await listReleases(db, packageId)).filter(isReadable);
  return { package: pkg, releases, tags: new Map(tags), readableReleases: publishedReleases };
}
