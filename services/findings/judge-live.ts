import { system } from '../../domain/actor.ts';
import { unattended } from '../../domain/caller.ts';
import { isBlocking } from '../../domain/findings.ts';
import { isReadable } from '../../domain/release.ts';
import { listBlockedVisible } from '../../store/postgres/findings/blocked-releases.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { unchanged } from '../../store/postgres/packages/catalog.ts';
import { findPackageById, type PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { lockReleaseState } from '../../store/postgres/releases/decisions.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { heldRelease } from '../releases/decisions/held-release.ts';
import { recordRecheck } from '../releases/decisions/record.ts';
import { carryHold, hideRelease } from '../releases/hide.ts';
import type { Platform } from '../platform.ts';

/**
 * Applies changed findings of releases of one package. Visible releases with a blocking finding are hidden at once;
 * the workflow of a changed release without blocking findings checks it again. Returns the number of hidden releases.
 * A second run changes nothing, and the reconciler completes an interrupted run.
 * @throws RenderFailure
 */
export async function judgeReleases(
  platform: Pick<Platform, 'pool' | 'catalog' | 'ecosystems' | 'decisions' | AfterChange>,
  packageId: string,
  changed: readonly string[],
): Promise<number> {
  const { pool } = platform;
  const pkg = await findPackageById(pool, packageId);
  if (!pkg) return 0;
  const blocked = await listBlockedVisible(pool, packageId);
  const hidden = blocked.length > 0 ? await hideAll(platform, packageId, blocked) : [];
  for (const release of hidden) await carryHold(platform, pkg, release);
  if (hidden.length > 0) await afterChange(platform, pkg);
  for (const id of changed) await wakeCleared(platform, pkg, id);
  return hidden.length;
}

/** Hides all blocked releases in one transaction. */
async function hideAll(
  platform: Pick<Platform, 'pool' | 'catalog' | 'ecosystems' | 'decisions' | AfterChange>,
  packageId: string,
  ids: readonly string[],
): Promise<ReleaseRow[]> {
  const hidden: ReleaseRow[] = [];
  await platform.catalog.changePackage(packageId, async (tx, pkg) => {
    const subject = { ecosystem: platform.ecosystems.get(pkg.ecosystem), pkg };
    for (const id of ids) {
      const release = await findBlocked(tx, id);
      if (!release) continue;
      await hideRelease(tx, unattended, subject, release, {
        reason: 'blocked_by_findings',
        explanation: null,
      });
      hidden.push(release);
    }
    return hidden.length > 0 ? undefined : unchanged;
  });
  return hidden;
}

/** The release if it is still visible and blocked under the lock, else null. */
async function findBlocked(tx: Transaction, id: string): Promise<ReleaseRow | null> {
  await lockReleaseState(tx, id);
  const release = await findReleaseById(tx, id);
  if (!release || !isReadable(release)) return null;
  return (await listOpenFindings(tx, id)).some(isBlocking) ? release : null;
}

async function wakeCleared(
  { pool, decisions }: Pick<Platform, 'pool' | 'catalog' | 'ecosystems' | 'decisions' | AfterChange>,
  pkg: PackageRow,
  id: string,
): Promise<void> {
  const release = await findReleaseById(pool, id);
  if (release?.state !== 'quarantine' || release.statusReason !== 'blocked_by_findings') return;
  await pool.transaction((tx) => recordRecheck(tx, id, system));
  await decisions.wake(heldRelease(pkg, release));
}
