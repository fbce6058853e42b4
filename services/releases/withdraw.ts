import { isInFlight } from '../../domain/release.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { updateJob } from '../../store/postgres/jobs/jobs.ts';
import { deleteUnusedPackage, lockPackage } from '../../store/postgres/packages/packages.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import {
  deleteRelease,
  findReleaseByUpload,
  type ReleaseRow,
} from '../../store/postgres/releases/releases.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { deleteUpload, findUpload } from '../../store/postgres/releases/uploads.ts';
import type { RunRef } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { isOwningWorkflow } from '../publishing/owning-workflow.ts';

/** A publish that has failed or was cancelled. */
export interface EndedPublish {
  uploadId: string;
  message: string;
  isCancelled?: boolean;
}

/**
 * Removes an unfinished publish completely: rows, staged bytes, and the package if this was its first release. `run`
 * is the run of the step: the job of a newer run under the same workflow id is not changed.
 */
export async function withdrawPublish(
  { pool, blobs, ecosystems }: Pick<Platform, 'pool' | 'blobs' | 'ecosystems'>,
  { uploadId, message, isCancelled }: EndedPublish,
  run: RunRef,
): Promise<void> {
  const staged = await pool.transaction(async (tx) => {
    const status = isCancelled === true ? 'cancelled' : 'failed';
    await updateJob(tx, { ...run, status, lastError: message });
    const upload = await findUpload(tx, uploadId);
    const release = await findReleaseByUpload(tx, uploadId);
    // a client of the workflow service can name any upload
    const isOwned = release
      ? release.workflowId === run.workflowId
      : upload !== null && isOwningWorkflow(ecosystems, upload, run.workflowId);
    if (!isOwned) return [];
    const files = release ? await removeUnseen(tx, release) : [];
    if (release?.publishedAt == null) await deleteUpload(tx, uploadId);
    return [uploadId, ...files];
  });
  for (const id of staged) await blobs.delete(stagingKey(id));
}

/** Removes a release that no reader has seen. Returns the ids of its waiting files. */
async function removeUnseen(tx: Transaction, release: ReleaseRow): Promise<readonly string[]> {
  if (release.publishedAt !== null || !isInFlight(release)) return [];
  // locked before the files: uploads to a draft lock in this order, and the last release removes the package
  await lockPackage(tx, release.packageId);
  const files = await listWaitingFiles(tx, release.id);
  for (const file of files) await deleteUpload(tx, file.id);
  await deleteRelease(tx, release.id);
  await deleteUnusedPackage(tx, release.packageId);
  return files.map(({ id }) => id);
}
