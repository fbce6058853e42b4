import { latestTag } from '../../../domain/latest-tag.ts';
import { lockPackage, touchPackage, type PackageRow } from './packages.ts';
import type { Pool, Transaction } from '../pool.ts';
import { renderPackage, type Renderer } from '../documents/render-package.ts';
import { renderWide } from '../documents/render-wide.ts';
import { loadRendering } from '../documents/rendering.ts';
import { narrowSearch } from '../search/search-narrowing.ts';
import type { EntryRenderer } from '../../search/entry-renderer.ts';
import { renewOutdatedEntry } from '../../search/project-package.ts';

/** Returned by a change without effect: nothing is rendered, and no notification is sent. */
export const unchanged = Symbol('unchanged');

/** The only way to change a visible package: state and index documents can't disagree. */
export interface Catalog {
  /**
   * One transaction: locks the package row, runs `change`, renders the documents from the rows as they
   * then are, raises the revision and notifies the caches. Nothing is visible when `change` throws. The page is
   * described by the release `describedBy` when that turns out to be the latest.
   * @throws RenderFailure, and everything is rolled back
   */
  changePackage<T>(
    packageId: string,
    change: (tx: Transaction, pkg: PackageRow) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T>;
}

export interface ChangeOptions {
  /** A release. */
  describedBy?: string;
  /** The change moves these tags, and nothing else. */
  movedTags?: readonly string[];
}

export function createCatalog(pool: Pool, renderer: Renderer & EntryRenderer): Catalog {
  return {
    changePackage: (packageId, change, options) =>
      pool.transaction(async (tx) => {
        const before = await lockPackage(tx, packageId);
        const result = await change(tx, before);
        if (result === unchanged) return result;
        if (isListedOnly(renderer, before, options)) await touchPackage(tx, packageId, before);
        else await showPackage(tx, renderer, packageId, options?.describedBy);
        return result;
      }),
  };
}

/** Where lists are read from rows, no document has tags: with many of them, rendering was most of the cost of one more. */
function isListedOnly(renderer: Renderer, pkg: PackageRow, options: ChangeOptions | undefined): boolean {
  if (options?.movedTags === undefined || renderer.rendersFrom(pkg) !== 'newest releases') return false;
  return !options.movedTags.includes(latestTag);
}

async function showPackage(
  tx: Transaction,
  renderer: Renderer & EntryRenderer,
  packageId: string,
  describedBy: string | undefined,
): Promise<void> {
  const rendering = await loadRendering(tx, packageId, renderer);
  // the change itself has removed the package
  if (!rendering) return;
  const latestVersion = await renderPackage(tx, renderer, rendering, describedBy);
  await touchPackage(tx, packageId, { latestVersion, readableReleases: rendering.readableReleases });
  await narrowSearch(tx, [packageId]);
  await renewOutdatedEntry(tx, renderer, rendering);
  await renderWide(tx, renderer, rendering, latestVersion);
}
