import type { Document } from '../../domain/document.ts';
import { saveDocuments } from './documents.ts';
import { describePackage, lockPackage, touchPackage, type PackageRow } from './packages.ts';
import type { Pool, Transaction } from './pool.ts';
import { loadRendering, type Rendering, type RendersFrom } from './rendering.ts';
import { narrowSearch } from './search-narrowing.ts';

/** The ecosystem's pure part, injected so that the store knows no protocol. */
export interface Renderer {
  rendersFrom(pkg: PackageRow): RendersFrom;
  documents(rendering: Rendering): Document[];
  latest(rendering: Rendering): string | null;
}

/** Returned by a change that found everything as it should be: nothing is rendered, nobody is told. */
export const unchanged = Symbol('unchanged');

/** The only way to change what a package shows: state and index documents can't disagree. */
export interface Catalog {
  /**
   * One transaction: locks the package row, runs `change`, renders the documents from the rows as they
   * then are, raises the revision and tells the caches. Nothing is visible when `change` throws. The page is
   * described by the release `describedBy` when that turns out to be the latest.
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
  const rendering = await loadRendering(tx, packageId, renderer.rendersFrom);
  // the change itself has removed the package
  if (!rendering) return;
  const latestVersion = renderer.latest(rendering);
  const described = await describe(tx, rendering, latestVersion, describedBy);
  const { readableReleases } = rendering;
  const current = { ...described, latestVersion, readableReleases };
  await saveDocuments(tx, current, renderer.documents({ ...rendering, package: current }));
  await touchPackage(tx, packageId, { latestVersion, readableReleases });
  await narrowSearch(tx, [packageId]);
}

async function describe(
  tx: Transaction,
  { package: pkg, releases }: Rendering,
  latestVersion: string | null,
  describedBy: string | undefined,
): Promise<PackageRow> {
  const release = releases.find(({ id }) => id === describedBy);
  if (!release?.publication || release.version !== latestVersion) return pkg;
  const { description, homepage, repositoryUrl, license, keywords } = release.publication;
  const details = { description, homepage, repositoryUrl, license, keywords };
  return { ...pkg, ...details, readme: await describePackage(tx, release, details) };
}
