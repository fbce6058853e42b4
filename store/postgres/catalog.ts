import type { Document } from '../../domain/document.ts';
import { isReadable } from '../../domain/release.ts';
import { saveDocuments } from './documents.ts';
import { lockPackage, touchPackage, type PackageRow } from './packages.ts';
import type { Pool, Transaction } from './pool.ts';
import { listReleases, type ReleaseRow } from './releases.ts';
import { narrowSearch } from './search-narrowing.ts';

/** The ecosystem's pure part, injected so that the store knows no protocol. */
export interface Renderer {
  documents(pkg: PackageRow, releases: ReleaseRow[]): Document[];
  latest(pkg: PackageRow, releases: ReleaseRow[]): string | null;
}

/** The only way to change what a package shows: state and index documents can't disagree. */
export interface Catalog {
  /**
   * One transaction: locks the package row, runs `change`, renders the documents from the rows as they
   * then are, raises the revision and tells the caches. Nothing is visible when `change` throws.
   */
  changePackage<T>(packageId: string, change: (tx: Transaction, pkg: PackageRow) => Promise<T>): Promise<T>;
}

export function createCatalog(pool: Pool, renderer: Renderer): Catalog {
  return {
    changePackage: (packageId, change) =>
      pool.transaction(async (tx) => {
        const before = await lockPackage(tx, packageId);
        const result = await change(tx, before);
        await renderPackage(tx, renderer, packageId);
        return result;
      }),
  };
}

async function renderPackage(tx: Transaction, renderer: Renderer, packageId: string): Promise<void> {
  const pkg = await lockPackage(tx, packageId);
  const releases = (await listReleases(tx, packageId)).filter(isReadable);
  const latestVersion = renderer.latest(pkg, releases);
  const current = { ...pkg, latestVersion, readableReleases: releases.length };
  await saveDocuments(tx, pkg, renderer.documents(current, releases));
  await touchPackage(tx, packageId, { latestVersion, readableReleases: releases.length });
  await narrowSearch(tx, [packageId]);
}
