import type { Performer } from '../../domain/actor.ts';
import { assertMove } from '../../domain/release.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { updateJob } from '../../store/postgres/jobs/jobs.ts';
import { deleteUnusedPackage, lockPackage, type PackageRow } from '../../store/postgres/packages/packages.ts';
import { deleteTagsOf } from '../../store/postgres/packages/tags.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  isRemoval,
  listOpenDecisions,
  lockReleaseState,
  settleDecisions,
} from '../../store/postgres/releases/decisions.ts';
import { markDeleted } from '../../store/postgres/releases/deletions.ts';
import {
  deleteUnseenReleases,
  findReleaseById,
  setReleaseState,
} from '../../store/postgres/releases/releases.ts';
import { deleteUpload } from '../../store/postgres/releases/uploads.ts';

/**
 * Applies the recorded rejection of a held release. Its version is free again unless a reader has seen it or it was
 * deleted; so is the name of a package without other releases. Without a recorded rejection it does nothing.
 */
export async function rejectHeld(
  tx: Transaction,
  { packageId, releaseId }: { packageId: string; releaseId: string },
): Promise<void> {
  const pkg = await lockPackage(tx, packageId);
  await lockReleaseState(tx, releaseId);
  const release = await findReleaseById(tx, releaseId);
  const open = await listOpenDecisions(tx, { releaseId });
  const removal = open.find(isRemoval);
  if (!release || !removal) return;
  const goal = removal.kind === 'delete' ? 'deleted' : 'rejected';
  if (release.state === goal) return;
  assertMove(release.state, goal);
  if (goal === 'deleted') await markDeleted(tx, [release.id]);
  else await setReleaseState(tx, release.id, goal, removal.reason);
  await settleDecisions(tx, [removal], 'applied');
  await settleDecisions(tx, open, 'void');
  await deleteTagsOf(tx, release.id);
  await deleteUpload(tx, release.uploadId);
  await updateJob(tx, { workflowId: release.workflowId, status: 'completed', lastError: goal });
  await freeName(tx, pkg, removal.performer);
}

/** Frees a name without a release that was ever visible or is being published. */
async function freeName(tx: Transaction, pkg: PackageRow, performer: Performer): Promise<void> {
  await deleteUnseenReleases(tx, pkg.id);
  if (!(await deleteUnusedPackage(tx, pkg.id))) return;
  await writeAudit(tx, {
    action: 'package_delete',
    performer,
    targetOrgId: pkg.ownerOrgId,
    targetPackageId: pkg.id,
    metadata: { ecosystem: pkg.ecosystem, name: pkg.name, reason: 'everything in it was rejected' },
  });
}
