import type { Catalog } from '../../store/postgres/packages/catalog.ts';
import { forgetStale } from '../../store/postgres/policies/denied.ts';
import type { Platform } from '../platform.ts';

/** Renders documents of marked packages. A package that fails stays marked, and the reconciler tries again. */
export async function renderDenied(
  { catalog, log, announce }: Pick<Platform, 'pool' | 'catalog' | 'log' | 'announce'>,
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
