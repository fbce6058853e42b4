import type { Formats } from '../ecosystems/format.ts';
import { listOvergrown, rebuildWideDocument } from '../store/postgres/documents/repository-indexes.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** Fewer entries than this are read by clients in one request. */
const fewestEntries = 1_000;
/** The most documents in one run: clients load each of them whole afterwards. */
const documentsAtOnce = 20;

/**
 * Rebuilds documents about many packages that have grown to twice as many entries as packages. Clients then load them
 * whole, so it is done seldom. Returns the number of rebuilt ones.
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
    // of an ecosystem that is served no more; of the latest entries one takes the place of the other
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
