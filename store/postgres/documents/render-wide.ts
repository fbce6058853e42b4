import type { Transaction } from '../pool.ts';
import { listStored } from './documents.ts';
import type { Renderer } from './render-package.ts';
import { type Rendering, withFeatured } from './rendering.ts';
import { listEntries, type WideRef, writeWideEntry } from './repository-indexes.ts';

/**
 * Updates documents about many packages, those of the registry and of the package's repository. Called last in the
 * transaction, because writers of the same documents wait for its end.
 */
export async function renderWide(
  tx: Transaction,
  renderer: Renderer,
  rendering: Rendering,
  latestVersion: string | null,
): Promise<void> {
  const { package: pkg } = rendering;
  const paths = renderer.widePaths(pkg);
  if (paths.length === 0) return;
  const { ecosystem, repositoryId, repositorySlug } = pkg;
  // a moved package is in the registry's documents, and not yet in those of its new repository
  const mounts = new Map([
    ['', null],
    [`r/${repositorySlug}/`, repositoryId],
  ]);
  const written = await listEntries(tx, pkg);
  const places = [...mounts.keys()].flatMap((mount) => paths.map((path) => ({ mount, path })));
  const before = written.flatMap(({ path: full, body }) =>
    places.flatMap(({ mount, path }): [string, string, Uint8Array][] =>
      full === `${mount}${path}` ? [[mount, path, body]] : [],
    ),
  );
  const stored = await listStored(tx, pkg.id);
  const entries = await renderer.wide({
    ...(await withFeatured(tx, rendering, renderer)),
    description: null,
    latestVersion,
    etags: stored.map(({ path, etag }) => [path, etag] as const),
    mounts: [...mounts.keys()],
    before,
  });
  const writes = entries.map(({ mount, path, ...entry }) => ({
    ref: { ecosystem, path: `${mount}${path}`, repositoryId: mounts.get(mount) ?? null } satisfies WideRef,
    entry: { packageId: pkg.id, ...entry },
  }));
  // every writer locks documents in the byte order of their paths, as renew_documents does
  for (const { ref, entry } of writes.toSorted((a, b) => (a.ref.path < b.ref.path ? -1 : 1))) {
    await writeWideEntry(tx, ref, entry);
  }
}
