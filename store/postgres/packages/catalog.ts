import type { RenderedDocument } from '../../../domain/document.ts';
import { listEtags, saveDocuments } from './documents.ts';
import {
  describePackage,
  lockPackage,
  type PackageDetails,
  touchPackage,
  type PackageRow,
} from './packages.ts';
import type { Pool, Transaction } from '../pool.ts';
import { findDescription } from '../releases/release-description.ts';
import { loadRendering, type Rendering, type RenderingLimits } from './rendering.ts';
import { narrowSearch } from '../search/search-narrowing.ts';

/** What the documents of a package are made from. */
export interface DocumentsTask extends Rendering {
  /** Texts of the release that describes the package if it turns out to be the latest. */
  description: (PackageDetails & { version: string; readme: string | null }) | null;
  /** Path and ETag of what is stored: only what differs is handed back. */
  etags: readonly (readonly [string, string])[];
}

export interface RenderedPackage {
  latestVersion: string | null;
  changed: readonly RenderedDocument[];
  /** Paths of stored documents that are no more. */
  gone: readonly string[];
}

/**
 * The ecosystem's pure part, injected so that the store knows no protocol. What it works on comes from strangers: it
 * runs within a budget of bytes and time. @throws RenderFailure
 */
export interface Renderer extends RenderingLimits {
  documents(task: DocumentsTask): Promise<RenderedPackage>;
}

/** Returned by a change that found everything as it should be: nothing is rendered, nobody is told. */
export const unchanged = Symbol('unchanged');

/** The only way to change what a package shows: state and index documents can't disagree. */
export interface Catalog {
  /**
   * One transaction: locks the package row, runs `change`, renders the documents from the rows as they
   * then are, raises the revision and tells the caches. Nothing is visible when `change` throws. The page is
   * described by the release `describedBy` when that turns out to be the latest.
   * @throws RenderFailure, and everything is as it was
   */
  changePackage<T>(
    packageId: string,
    change: (tx: Transaction, pkg: PackageRow) => Promise<T>,
    options?: { describedBy?: string },
  ): Promise<T>;
}

export function createCatalog(pool: Pool, renderer: Renderer): Catalog {
  return {
    changePackage: (packageId, change, options) =>
      pool.transaction(async (tx) => {
        const before = await lockPackage(tx, packageId);
        const result = await change(tx, before);
        if (result !== unchanged) await renderPackage(tx, renderer, packageId, options?.describedBy);
        return result;
      }),
  };
}

async function renderPackage(
  tx: Transaction,
  renderer: Renderer,
  packageId: string,
  describedBy: string | undefined,
): Promise<void> {
  const rendering = await loadRendering(tx, packageId, renderer);
  // the change itself has removed the package
  if (!rendering) return;
  const description = describedBy === undefined ? null : await findDescription(tx, describedBy);
  const etags = await listEtags(tx, packageId);
  const { latestVersion, changed, gone } = await renderer.documents({ ...rendering, description, etags });
  if (describedBy !== undefined && description?.version === latestVersion) {
    await describePackage(tx, { id: describedBy, packageId }, description);
  }
  await saveDocuments(tx, rendering.package, { changed, gone });
  await touchPackage(tx, packageId, { latestVersion, readableReleases: rendering.readableReleases });
  await narrowSearch(tx, [packageId]);
}
