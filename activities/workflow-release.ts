import { activityInfo } from '@temporalio/activity';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { DomainError } from '../domain/errors.ts';
import { boundedId } from '../domain/workflow-id.ts';
import type { Formats } from '../ecosystems/format.ts';
import type { Queryable } from '../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../store/postgres/releases/releases.ts';
import type { UploadRow } from '../store/postgres/releases/uploads.ts';
import { ids } from '../workflows/definitions.ts';
import type { ReleaseRef } from './publish-deps.ts';

/** Of the running step; it is known to the worker itself, whatever the workflow was told. */
export function runningWorkflowId(): string {
  return activityInfo().workflowExecution?.workflowId ?? '';
}

/**
 * Whoever reaches the workflow service can start a workflow with any ids: a step acts only on what the rows say its
 * own workflow carries. @throws DomainError `invalid_state` for ids that do not belong together
 */
export async function findReleaseOfWorkflow(
  db: Queryable,
  ref: ReleaseRef,
  workflowId: string,
): Promise<ReleaseRow | null> {
  const release = await findReleaseById(db, ref.releaseId);
  if (!release) return null;
  const { packageId, uploadId } = ref;
  const isOurs = release.packageId === packageId && release.uploadId === uploadId;
  if (isOurs && release.workflowId === workflowId) return release;
  throw new DomainError('invalid_state', 'another workflow handles this release');
}

/** Whether this workflow is the one that publishes what was uploaded, by the names that the upload declares. */
export function isCarrierOf(ecosystems: Formats, upload: UploadRow, workflowId: string): boolean {
  const isForPublishing = upload.purpose === null || upload.purpose.kind === 'publish';
  if (!isForPublishing || !ecosystems.all.some(({ id }) => id === upload.ecosystem)) return false;
  const { id, names, versions } = ecosystems.get(upload.ecosystem as EcosystemId);
  const { name, version } = upload.declared;
  return workflowId === boundedId(ids.publish(id, names.canonical(name), versions.canonical(version)));
}
