import { canPublish, canRead } from '../../domain/access.ts';
import { type Actor, performer, requireBinding, requireScope, type UserActor } from '../../domain/actor.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { forbidden, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import type { ReleaseChange } from '../../ecosystems/route-context.ts';
import { writeAudit } from '../../store/postgres/audit.ts';
import type { Catalog } from '../../store/postgres/catalog.ts';
import { findPackage, type PackageRow } from '../../store/postgres/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRelease, setYanked } from '../../store/postgres/releases.ts';
import { forgetInSearch } from '../../store/postgres/search-narrowing.ts';
import type { Origin } from '../../domain/actor.ts';

export interface ReleaseTarget {
  ecosystem: Ecosystem;
  name: string;
  version: string;
  repositorySlug: string | null;
}

const effects: Record<ReleaseChange, { isYanked: boolean; action: AuditAction }> = {
  yank: { isYanked: true, action: 'release_yank' },
  unyank: { isYanked: false, action: 'release_unyank' },
  unlist: { isYanked: true, action: 'release_unlist' },
  relist: { isYanked: false, action: 'release_relist' },
};

/** One transaction: flag, documents, audit. Doing it twice changes and records nothing. Returns the package. */
export async function changeRelease(
  { pool, catalog }: { pool: Pool; catalog: Catalog },
  actor: Actor,
  origin: Origin,
  target: ReleaseTarget,
  change: ReleaseChange,
): Promise<PackageRow> {
  const user = requireScope(actor, 'packages:write');
  const { ecosystem } = target;
  const pkg = await findPackage(pool, ecosystem.id, ecosystem.names.canonical(target.name));
  if (!pkg || !canRead(pkg, user)) throw notFound('package');
  if (target.repositorySlug !== null && pkg.repositorySlug !== target.repositorySlug)
    throw notFound('package');
  assertMayWrite(pkg, user);
  const versionKey = ecosystem.versions.canonical(target.version);
  const { isYanked, action } = effects[change];
  await catalog.changePackage(pkg.id, async (tx) => {
    const release = await findRelease(tx, pkg.id, versionKey);
    if (!release || !isReadable(release)) throw notFound('version');
    if (release.isYanked === isYanked) return;
    await setYanked(tx, release.id, isYanked, null);
    if (isYanked) await forgetInSearch(tx, pkg.id);
    await writeAudit(tx, {
      action,
      performer: performer(user, origin),
      targetOrgId: pkg.ownerOrgId,
      targetPackageId: pkg.id,
      targetReleaseId: release.id,
      metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version },
    });
  });
  return pkg;
}

function assertMayWrite(pkg: PackageRow, user: UserActor): void {
  if (!canPublish(pkg, user)) throw forbidden(`you may not change ${pkg.name}`);
  requireBinding(user, { packageId: pkg.id, repositoryId: pkg.repositoryId });
}
