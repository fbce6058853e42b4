import type { Caller } from '../../domain/caller.ts';
import { type DeletionRule, reasonToKeep } from '../../domain/deletion.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { hasDependents, markDeleted } from '../../store/postgres/releases/deletions.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listReleasesByKeys, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { outdateEntry } from '../../store/postgres/search/search-narrowing.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackageToChange, type Named, type Subject, versionKeyOf } from '../packages/find.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';
import { assertRemovable } from './removable.ts';

/**
 * Deletes releases with their tags and files, all or none; the package's page is removed with its last release. Only
 * platform administrators delete withheld releases.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `policy_violation` of the
 * deletion rule
 */
export async function deleteReleases(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  versions: readonly string[],
  rule: DeletionRule,
  reason: string | null = null,
): Promise<void> {
  const subject = await getPackageToChange(platform, caller, named, 'administer');
  await deleteFrom(platform, caller, subject, versions, rule, reason);
}

/** {@link deleteReleases} of a package that the caller may administer. */
export async function deleteFrom(
  platform: Pick<Platform, 'catalog' | AfterChange>,
  caller: Caller,
  { ecosystem, pkg }: Subject,
  versions: readonly string[],
  rule: DeletionRule,
  reason: string | null,
): Promise<void> {
  const keys = [...new Set(versions.map((version) => versionKeyOf(ecosystem, version)))];
  if (keys.length === 0) return;
  await platform.catalog.changePackage(pkg.id, async (tx) => {
    const releases = await getReadable(tx, pkg, keys);
    for (const { id } of releases) {
      await assertRemovable(tx, caller.actor, { packageId: pkg.id, releaseId: id });
    }
    await assertMayGo(tx, pkg, releases, rule);
    await markDeleted(
      tx,
      releases.map(({ id }) => id),
    );
    await outdateEntry(tx, pkg.id);
    for (const release of releases) {
      await writeAudit(tx, {
        ...auditTarget(caller, pkg, release),
        action: 'release_delete',
        metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, reason },
      });
    }
  });
  await afterChange(platform, pkg);
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
