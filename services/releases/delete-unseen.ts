import type { Caller } from '../../domain/caller.ts';
import { DomainError, invalidState } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { lockPackage } from '../../store/postgres/packages/packages.ts';
import { markDeleted } from '../../store/postgres/releases/deletions.ts';
import { lockReleaseState } from '../../store/postgres/releases/decisions.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { heldRelease } from './decisions/held-release.ts';
import { settleDecision } from './decisions/outcome.ts';
import { verdictOf } from './decisions/record.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';
import { auditTarget } from '../packages/audit-target.ts';
import { assertRemovable } from './removable.ts';

/**
 * Deletes a held release through the workflow that owns it. The caller has checked the rights.
 * @throws DomainError `invalid_state` while it is being checked, and when another decision was first
 */
export async function deleteHeld(
  platform: Pick<Platform, 'pool' | 'decisions' | AfterChange>,
  caller: Caller,
  { pkg, release }: FoundRelease,
  reason: string | null,
): Promise<{ isPending: boolean }> {
  if (release.statusReason === null) {
    throw invalidState('the release is being checked: try again in a moment');
  }
  const verdict = verdictOf(caller, 'delete', reason);
  const { outcome } = await settleDecision(platform, heldRelease(pkg, release), verdict);
  if (outcome === 'lost') throw invalidState('the release was already decided');
  if (outcome === 'pending') return { isPending: true };
  await afterChange(platform, pkg);
  // a version that may be published again must not join the ending run
  await platform.decisions.ended(release.workflowId).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
  return { isPending: false };
}

/** Deletes a rejected release that was visible once: it has no workflow. @throws DomainError `invalid_state` */
export async function deleteRejected(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  { pkg, release }: FoundRelease,
  reason: string | null,
): Promise<void> {
  await pool.transaction(async (tx) => {
    await lockPackage(tx, pkg.id);
    const now = await lockReleaseState(tx, release.id);
    if (now?.state !== 'rejected') throw invalidState('the release was decided about meanwhile: try again');
    await assertRemovable(tx, caller.actor, { packageId: pkg.id, releaseId: release.id });
    await markDeleted(tx, [release.id]);
    await writeAudit(tx, {
      ...auditTarget(caller, pkg, release),
      action: 'release_delete',
      metadata: { ecosystem: pkg.ecosystem, name: pkg.name, version: release.version, reason },
    });
  });
}
