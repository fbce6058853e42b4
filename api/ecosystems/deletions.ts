import { type Caller, performedBy } from '../../domain/caller.ts';
import { type DeletionRule, reasonToKeep } from '../../domain/deletion.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { hasDependents, markDeleted } from '../../store/postgres/releases/deletions.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleasesByKeys, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { forgetInSearch } from '../../store/postgres/search/search-narrowing.ts';
import type { EcosystemScope } from './scope.ts';

/** {@link RouteContext.deleteReleases} */
export async function deleteReleases(
  scope: EcosystemScope,
  caller: Caller,
  name: string,
  versions: readonly string[],
  rule: DeletionRule,
): Promise<void> {
  const { deps, ecosystem } = scope;
  const { pkg } = await scope.getWritablePackage(caller, name, 'administer');
  const keys = [...new Set(versions.map((version) => scope.versionKey(version)))];
  if (keys.length === 0) return;
  await deps.catalog.changePackage(pkg.id, async (tx) => {
    const releases = await getReadable(tx, pkg, keys);
    await assertMayGo(tx, pkg, releases, rule);
    await markDeleted(
      tx,
      releases.map(({ id }) => id),
    );
    await forgetInSearch(tx, pkg.id);
    for (const release of releases) {
      await writeAudit(tx, {
        action: 'release_delete',
        performer: performedBy(caller),
        targetOrgId: pkg.ownerOrgId,
        targetPackageId: pkg.id,
        targetReleaseId: release.id,
        metadata: { ecosystem: ecosystem.id, name: pkg.name, version: release.version },
      });
    }
  });
  await scope.afterChange(pkg);
}

async function getReadable(tx: Transaction, pkg: PackageRow, keys: readonly string[]): Promise<ReleaseRow[]> {
  const releases = (await listReleasesByKeys(tx, pkg.id, keys)).filter(isReadable);
  if (releases.length < keys.length) throw notFound('version');
  return releases;
}

async function assertMayGo(
  tx: Transaction,
  pkg: PackageRow,
  releases: readonly ReleaseRow[],
  rule: DeletionRule,
): Promise<void> {
  const facts = {
    now: new Date(),
    hasDependents: rule.keepsForDependents && (await hasDependents(tx, pkg.ecosystem, pkg.name)),
  };
  for (const release of releases) {
    const reason = reasonToKeep(release, facts, rule);
    if (reason !== null) throw new DomainError('policy_violation', reason);
  }
}
