import type { Platform } from '../platform.ts';

/** Parts of the platform that are notified of a committed change. */
export type AfterChange = 'log' | 'projection' | 'announce';

/** Runs after a committed change: drops the package from local caches, and updates the search. */
export async function afterChange(
  { announce, projection, log }: Pick<Platform, AfterChange>,
  pkg: { id: string; ecosystem: string; nameKey: string },
): Promise<void> {
  announce({ kind: 'package', id: pkg.id });
  try {
    await projection.request(pkg.ecosystem, pkg.nameKey, pkg.id);
  } catch (error) {
    // the change is committed; the reconciler updates late search entries
    log.warn({ err: error, packageId: pkg.id }, 'search projection not requested');
  }
}
