import { latestTag } from '../../../domain/latest-tag.ts';
import { lockPackage, touchPackage, type PackageRow } from './packages.ts';
import type { Pool, Transaction } from '../pool.ts';
import { renderPackage, type Renderer } from '../documents/render-package.ts';
import { renderWide } from '../documents/render-wide.ts';
import { loadRendering } from '../documents/rendering.ts';
import { narrowSearch } from '../search/search-narrowing.ts';
import type { EntryRenderer } from '../../search/entry-renderer.ts';
import { renewOutdatedEntry } from '../../search/project-package.ts';

/** Returned by a change without effect: no document is rendered, and no notification is sent. */
export const unchanged = Symbol('unchanged');

/** The only way to change a visible package: state and index documents can't disagree. */
export interface Catalog {
  /**
   * One transaction: locks the package row, runs `change`, renders the documents from the resulting rows, raises the
   * revision and notifies the caches. Nothing is visible if `change` throws. The release `describedBy` describes the
   * page if it is the latest after the change.
   * @throws RenderFailure, and everything is rolled back
   */
  changePackage<T>(
    packageId: string,
    change: (tx: Transaction, pkg: PackageRow) => Promise<T>,
    options?: ChangeOptions,
  ): Promise<T>;
}

export interface ChangeOptions {
  /** The id of a release. */
  describedBy?: string;
  /** The change moves only these tags. */
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

/**
 * Whether no document contains tags, because lists are read from rows: with many tags, rendering was most of the cost
 * of a new one.
 */
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
