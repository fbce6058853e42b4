import type { Logger } from '../../config/logging.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Projection } from './projection.ts';

/** What has to hear of a committed change. */
export interface AfterChangeDeps {
  log: Pick<Logger, 'warn'>;
  projection: Projection;
  /** Something changed here and now: caches of this process need not wait for the notice. */
  announce(change: Change): void;
}

/** What follows a committed change: caches here drop the package, search is brought up to date. */
export async function afterChange(
  { announce, projection, log }: AfterChangeDeps,
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
