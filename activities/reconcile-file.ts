import { EcosystemId } from '../domain/ecosystem-id.ts';
import type { Platform } from '../services/platform.ts';
import { coolingDown } from '../services/policies/judge.ts';
import { fileRunOf } from '../services/publishing/file-run.ts';
import { findObstacle } from '../services/releases/obstacle.ts';
import type { CarriedFile } from '../store/postgres/jobs/cleaning.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findReleaseById } from '../store/postgres/releases/releases.ts';
import { findHeldFile } from '../store/postgres/releases/staged-files.ts';
import { decidedSignal, workflowNames } from '../workflows/definitions.ts';
import { isRunning } from './reconcile.ts';

/**
 * Starts a new workflow for a file that waits on its own, if it has no running one; returns whether it did. Signals a
 * running workflow when its decision was not read (the signal was lost), its cool-down is over, or its release is
 * gone.
 */
export async function reconcileFile(
  platform: Pick<Platform, 'client' | 'pool' | 'ecosystems'>,
  carried: CarriedFile,
): Promise<boolean> {
  const { client, pool, ecosystems } = platform;
  const file = await findHeldFile(pool, carried);
  if (!file) return false;
  const { workflowId, options } = fileRunOf(ecosystems.get(EcosystemId.parse(carried.ecosystem)), {
    uploadId: file.id,
    declared: file.declared,
    sha256: file.sha256,
    publisher: file.actor.userId,
    ...(file.purpose?.kind === 'attach' && file.purpose.file.waitsForRelease
      ? { waitsForRelease: true }
      : {}),
  });
  if (await isRunning(client, workflowId)) {
    const isOver = carried.releaseState === 'rejected' || carried.releaseState === 'deleted';
    const isDue = carried.isDecided || isOver || (await hasCooledDown(pool, carried));
    if (isDue) await client.workflow.getHandle(workflowId).signal(decidedSignal);
    return false;
  }
  await client.workflow.start(workflowNames.publishFile, {
    ...options,
    staticDetails: 'Started again by the reconciler: its workflow was gone.',
  });
  return true;
}

/** Whether the cool-down of the file is over; its workflow finds the next obstacle. */
async function hasCooledDown(pool: Pool, { heldFor, releaseId, uploadId }: CarriedFile): Promise<boolean> {
  if (heldFor !== coolingDown) return false;
  const release = await findReleaseById(pool, releaseId);
  const file = await findHeldFile(pool, { releaseId, uploadId });
  if (!release || !file) return false;
  return (await findObstacle(pool, release, file)) !== coolingDown;
}
