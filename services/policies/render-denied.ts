import type { Logger } from '../../config/logging.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import { forgetStale } from '../../store/postgres/policies/denied.ts';
import type { Pool } from '../../store/postgres/pool.ts';

export interface RenderDeps {
  pool: Pool;
  catalog: Catalog;
  log: Pick<Logger, 'warn'>;
  announce(change: Change): void;
}

/** Renders documents of packages that are marked. What fails stays marked, and the reconciler tries again. */
export async function renderDenied(
  { catalog, log, announce }: RenderDeps,
  packageIds: readonly string[],
): Promise<void> {
  for (const id of packageIds) {
    try {
      await renderMarked(catalog, id);
      announce({ kind: 'package', id });
    } catch (error) {
      log.warn({ err: error, packageId: id }, 'documents not rendered after a change of policy');
    }
  }
}

/** @throws RenderFailure, DomainError `not_found` */
export async function renderMarked(catalog: Catalog, packageId: string): Promise<void> {
  await catalog.changePackage(packageId, (tx) => forgetStale(tx, packageId));
}
