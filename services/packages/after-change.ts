import type { Platform } from '../platform.ts';

/** Members of the platform that are notified of a committed change. */
export type AfterChange = 'log' | 'projection' | 'announce';

/** The steps after a committed change: caches here drop the package, search is brought up to date. */
export async function afterChange(
  { announce, projection, log }: Pick<Platform, AfterChange>,
  pkg: { id: string; ecosystem: string; nameKey: string },
): Promise<void> {
  announce({ kind: 'package', id: pkg.id });
  try {
    await projection.request(pkg.ecosystem, pkg.nameKey, pkg.id);
  } catch (error) {
    // the change is committed; the reconciler finds search documents that lag behind
    log.warn({ err: error, packageId: pkg.id }, 'search projection not requested');
  }
}
