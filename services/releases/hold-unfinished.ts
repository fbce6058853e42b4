import { isEndedByApproval, isInFlight } from '../../domain/release.ts';
import { startJob } from '../../store/postgres/jobs/jobs.ts';
import { findPackageById, getPackageById } from '../../store/postgres/packages/packages.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { type ReleaseRef, type RunRef, scanFailed } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { findOwnedRelease, type OwnedRef, withdrawnMeanwhile } from '../publishing/owning-workflow.ts';
import { recordHold } from './record-hold.ts';
import { recordScanFailure } from './scan-failure.ts';
import { uploaderOf } from './uploader-of.ts';

/**
 * Holds a release whose publish can't continue: only its managers see it. A reason that only an approval ends is not
 * replaced. @throws DomainError `invalid_state`
 */
export async function holdUnfinished(
  { pool }: Pick<Platform, 'pool'>,
  ref: OwnedRef & { reason: string },
): Promise<void> {
  const { releaseId, packageId, reason } = ref;
  const upload = await findUpload(pool, ref.uploadId);
  const pkg = await findPackageById(pool, packageId);
  await pool.transaction(async (tx) => {
    const release = await findOwnedRelease(tx, ref);
    if (!release || !isInFlight(release)) throw withdrawnMeanwhile();
    const { state, statusReason } = release;
    if (state === 'quarantine' && (statusReason === reason || isEndedByApproval(statusReason))) return;
    await recordHold(tx, { performer: uploaderOf(upload), pkg, release, reason });
    if (reason !== scanFailed) return;
    const filename = release.artifacts[0]?.filename ?? '';
    await recordScanFailure(tx, { id: releaseId, packageId, filename });
  });
}

/**
 * Returns why a formerly visible release is hidden, for the workflow that owns it from now on. Null when the release
 * is not hidden. @throws DomainError `invalid_state` when another workflow owns it
 */
export async function resumeHold(
  { pool }: Pick<Platform, 'pool'>,
  ref: ReleaseRef & RunRef,
): Promise<string | null> {
  const release = await findReleaseById(pool, ref.releaseId);
  if (release?.state !== 'quarantine' || release.publishedAt === null) return null;
  await findOwnedRelease(pool, ref);
  const { ecosystem, name } = await getPackageById(pool, ref.packageId);
  const { id: releaseId, version, workflowId } = release;
  const reason = release.statusReason ?? 'blocked_by_findings';
  await startJob(pool, {
    kind: 'hold_release',
    workflowId,
    runId: ref.runId,
    payload: { ecosystem, name, version, releaseId },
    waitsFor: reason,
  });
  return reason;
}
