import type { Formats } from '../ecosystems/format.ts';
import {
  listMisplaced,
  listNames,
  type NamedPackage,
  replaceInNamespace,
} from '../store/postgres/packages/namespace-placement.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findSetting, saveSetting } from '../store/postgres/settings.ts';
import { forEach } from './for-each.ts';

/** The most packages in one round; the next round continues after them. */
const packagesAtOnce = 1_000;
/** Packages in one statement. */
const batchSize = 100;

const reachedKey = 'namespaces_checked_until';

/**
 * Moves packages under the claim of their name and owner, because rights can be given on a namespace. Older versions
 * or restored backups may have left packages elsewhere. Checks all packages, some of them in each round.
 */
export async function placePackages(
  { pool, ecosystems }: { pool: Pool; ecosystems: Formats },
  limit = packagesAtOnce,
): Promise<{ placed: number; failed: number }> {
  const reached = (await findSetting(pool, reachedKey)) || null;
  const names = await listNames(pool, reached, limit);
  let placed = 0;
  let failed = 0;
  for (let start = 0; start < names.length; start += batchSize) {
    const batch = names
      .slice(start, start + batchSize)
      .flatMap(({ id, ecosystem, nameKey }): NamedPackage[] => {
        // skips ecosystems that are no longer served
        const format = ecosystems.all.find((each) => each.id === ecosystem);
        return format ? [{ id, ecosystem, namespaces: format.namespaces.of(nameKey) }] : [];
      });
    const misplaced = new Set(await listMisplaced(pool, batch));
    failed += await forEach(
      batch.filter(({ id }) => misplaced.has(id)),
      async (pkg) => {
        if (await pool.transaction((tx) => replaceInNamespace(tx, pkg))) placed += 1;
      },
      ({ id }) => ({ packageId: id }),
    );
  }
  // after the last package the next round begins again
  const last = names.length < limit ? '' : (names.at(-1)?.id ?? '');
  await saveSetting(pool, reachedKey, last);
  return { placed, failed };
}
