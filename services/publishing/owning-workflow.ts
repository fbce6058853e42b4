import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { Formats } from '../../ecosystems/format.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import type { UploadRow } from '../../store/postgres/releases/uploads.ts';
import { ids, type ReleaseRef } from '../../workflows/definitions.ts';

/** A reference to a release from a step of its publish, with the id of the workflow that runs the step. */
export type OwnedRef = ReleaseRef & { workflowId: string };

/**
 * The release, if the workflow owns it. A client of the workflow service can start a workflow with any ids: a step
 * acts only on the release that the database assigns to its own workflow. Null when the release is gone.
 * @throws DomainError `invalid_state` for ids that do not belong together
 */
export async function findOwnedRelease(db: Queryable, ref: OwnedRef): Promise<ReleaseRow | null> {
  const { releaseId, packageId, uploadId, workflowId } = ref;
  const release = await findReleaseById(db, releaseId);
  if (!release) return null;
  const isConsistent = release.packageId === packageId && release.uploadId === uploadId;
  if (isConsistent && release.workflowId === workflowId) return release;
  throw new DomainError('invalid_state', 'another workflow handles this release');
}

/** Whether the workflow id is the one for the name and version that the upload declares. */
export function isOwningWorkflow(ecosystems: Formats, upload: UploadRow, workflowId: string): boolean {
  const isForPublishing = upload.purpose.kind === 'publish';
  if (!isForPublishing || !ecosystems.all.some(({ id }) => id === upload.ecosystem)) return false;
  const { id, names, versions } = ecosystems.get(upload.ecosystem as EcosystemId);
  const { name, version } = upload.declared;
  return workflowId === boundedId(ids.publish(id, names.canonical(name), versions.canonical(version)));
}

/** The error of a step whose release was withdrawn while the step ran. */
export const withdrawnMeanwhile = () =>
  new DomainError('invalid_state', 'the release was withdrawn meanwhile');
