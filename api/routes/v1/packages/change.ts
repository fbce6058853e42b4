import { may } from '../../../../domain/authorize.ts';
import type { Performer, UserActor } from '../../../../domain/actor.ts';
import { DomainError, forbidden } from '../../../../domain/errors.ts';
import { isTooBroad, type Visibility } from '../../../../domain/visibility.ts';
import { writeAudit } from '../../../../store/postgres/audit/audit.ts';
import { type PackageChange, updatePackage } from '../../../../store/postgres/packages/package-write.ts';
import type { PackageRow } from '../../../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../../../store/postgres/pool.ts';
import { isHeldDown } from './present.ts';

/** What of the change is really new; undefined members stay as they are. */
export function findDifferences(pkg: PackageRow, change: PackageChange): PackageChange {
  const current = new Map<string, unknown>(Object.entries(pkg));
  const differing = Object.entries(change).filter(
    ([member, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(current.get(member)),
  );
  return Object.fromEntries(differing);
}

/** Checks and writes within the transaction that holds the package. @throws DomainError `forbidden`, `visibility_too_broad`, `validation_failed` */
export async function changePackage(
  tx: Transaction,
  pkg: PackageRow,
  change: PackageChange,
  by: { actor: UserActor; performer: Performer },
): Promise<void> {
  const { visibility, ...metadata } = findDifferences(pkg, change);
  const target = { targetPackageId: pkg.id, targetOrgId: pkg.ownerOrgId, performer: by.performer };
  const fields = Object.keys(metadata);
  if (fields.length > 0) {
    if (!may(by.actor, 'edit', pkg)) throw forbidden(`you may not edit ${pkg.name}`);
    await writeAudit(tx, { ...target, action: 'package_update', metadata: { fields: fields.join(' ') } });
  }
  if (visibility !== undefined) {
    assertMayShow(pkg, visibility, by.actor);
    const moved = { from: pkg.visibility, to: visibility };
    await writeAudit(tx, { ...target, action: 'package_visibility_change', metadata: moved });
  }
  await updatePackage(tx, pkg.id, { ...metadata, visibility });
}

function assertMayShow(pkg: PackageRow, visibility: Visibility, actor: UserActor): void {
  if (!may(actor, 'administer', pkg)) throw forbidden(`you may not change the visibility of ${pkg.name}`);
  if (isHeldDown(pkg.visibility, actor) || isHeldDown(visibility, actor)) {
    throw forbidden('only platform administrators can put packages into quarantine or remove them from it');
  }
  if (isTooBroad(visibility, pkg.repositoryVisibility)) {
    const detail = `the repository ${pkg.repositorySlug} is ${pkg.repositoryVisibility}: its packages can't be ${visibility}`;
    throw new DomainError('visibility_too_broad', detail);
  }
  if (visibility === 'internal_org' && pkg.ownerOrgId === null) {
    throw new DomainError('validation_failed', 'internal_org needs a repository that an organization owns');
  }
}
