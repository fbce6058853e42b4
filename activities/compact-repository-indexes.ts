import type { Formats } from '../ecosystems/format.ts';
import { listOvergrown, rebuildWideDocument } from '../store/postgres/documents/repository-indexes.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** Clients read a document with fewer entries than this in one request. */
const fewestEntries = 1_000;
/** The most documents in one run: afterwards clients load each of these documents as a whole. */
const documentsAtOnce = 20;

/**
 * Rebuilds documents about many packages that have grown to twice as many entries as packages. Clients then load these
 * documents as a whole, so a rebuild is rare. Returns the number of rebuilt documents.
 */
export async function compactRepositoryIndexes(
  pool: Pool,
  ecosystems: Formats,
  fewest = fewestEntries,
): Promise<number> {
  const overgrown = await listOvergrown(pool, { fewest, limit: documentsAtOnce });
  let made = 0;
  for (const { ecosystem, path } of overgrown) {
    const format = ecosystems.all.find(({ id }) => id === ecosystem);
    const wide = format?.wideDocuments.find((each) => path === each.path || path.endsWith(`/${each.path}`));
    // skipped: ecosystems that are no longer served, and documents that keep only the latest entry of a package
    if (wide?.keeps !== 'every entry') continue;
    const head = wide.head(new Date());
    await rebuildWideDocument(
      pool,
      { ecosystem, path },
      { head, compact: (entries) => wide.compact(entries) },
    );
    made += 1;
  }
  return made;
}
