import type { Caller } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { archivePackage as writeArchived } from '../../store/postgres/packages/package-write.ts';
import { afterChange, type AfterChange } from './after-change.ts';
import { getPackageToChange, type Named, type Subject } from './find.ts';
import { assertNotWithheld } from './withheld.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from './audit-target.ts';

/**
 * Removes a package from the search; it stays readable by its name. Idempotent.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`
 */
export async function archivePackage(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
): Promise<Subject> {
  const { ecosystem, pkg } = await getPackageToChange(platform, caller, named, 'administer');
  assertNotWithheld(caller.actor, pkg);
  await archiveLocked(platform, caller, pkg.id);
  return { ecosystem, pkg };
}

/** {@link archivePackage} without a check of rights. */
export async function archiveLocked(
  platform: Pick<Platform, 'catalog' | AfterChange>,
  caller: Caller,
  packageId: string,
): Promise<void> {
  const archived = await platform.catalog.changePackage(packageId, async (tx, locked) => {
    if (locked.isArchived) return unchanged;
    await writeArchived(tx, locked.id);
    await writeAudit(tx, {
      ...auditTarget(caller, locked),
      action: 'package_delete',
      metadata: { ecosystem: locked.ecosystem, name: locked.name, is_archived: true },
    });
    return locked;
  });
  if (archived !== unchanged) await afterChange(platform, archived);
}
