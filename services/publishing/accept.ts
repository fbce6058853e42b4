import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import { DomainError } from '../../domain/errors.ts';
import { asksForApproval } from '../../domain/visibility.ts';
import type { Formats } from '../../ecosystems/format.ts';
import { createRelease, resolvePackage } from './placement.ts';
import { findDraft } from '../../store/postgres/releases/drafts.ts';
import { startJob } from '../../store/postgres/jobs/jobs.ts';
import { findUpload, type UploadRow } from '../../store/postgres/releases/uploads.ts';
import type { PublishInput, ReleaseRef, RunRef } from '../../workflows/definitions.ts';
import type { Configured, Platform } from '../platform.ts';
import { isOwningWorkflow } from './owning-workflow.ts';
import { isDraftUpload } from './store-files.ts';

/**
 * Decides in one transaction whether a publish is allowed and creates its release, by the same rules as for drafts
 * (`placement.ts`). A refusal writes nothing. `workflowId` is the workflow of the running step.
 */
export async function acceptPublish(
  { pool, ecosystems, config }: Pick<Platform, 'pool' | 'ecosystems'> & Configured<'publish'>,
  input: PublishInput & RunRef,
): Promise<ReleaseRef> {
  const { namespaceClaims, quotas } = config.publish;
  return pool.transaction(async (tx) => {
    const upload = await findUpload(tx, input.uploadId);
    if (!upload) throw new DomainError('invalid_state', 'the upload has expired: publish again');
    assertSentForThis(ecosystems, upload, input);
    const ecosystem = ecosystems.get(upload.ecosystem as EcosystemId);
    const nameKey = ecosystem.names.canonical(upload.declared.name);
    const versionKey = ecosystem.versions.canonical(upload.declared.version);
    const { pkg, isNew } = await resolvePackage(tx, { ecosystem, upload, nameKey, namespaceClaims });
    const release = await createRelease(tx, {
      ecosystem,
      pkg,
      isNew,
      quotas,
      upload,
      versionKey,
      workflowId: input.workflowId,
      // A workflow id has one run at a time, which this step belongs to: a run that was terminated or lost left the
      // release of an older upload (upload ids grow with time) behind. Its publisher may try again at once.
      isLeftBehind: (existing) => existing.workflowId === input.workflowId && existing.uploadId < upload.id,
    });
    await startJob(tx, {
      kind: 'publish_release',
      workflowId: input.workflowId,
      runId: input.runId,
      payload: {
        ecosystem: ecosystem.id,
        name: pkg.name,
        version: upload.declared.version,
        releaseId: release,
      },
    });
    const isDraft = isDraftUpload(upload);
    if (isDraft && !(await findDraft(tx, release)))
      throw new DomainError('invalid_state', 'the draft is gone');
    const needsApproval = asksForApproval(pkg.repositoryKind) || upload.actor.asksForApproval === true;
    const ref = { releaseId: release, packageId: pkg.id, uploadId: upload.id };
    return { ...ref, ...(needsApproval ? { needsApproval } : {}), ...(isDraft ? { isDraft } : {}) };
  });
}

/**
 * A client of the workflow service can start the workflow with any upload and any publisher. The reconciler sends an
 * empty publisher when the account no longer exists. @throws DomainError `invalid_state`
 */
function assertSentForThis(ecosystems: Formats, upload: UploadRow, input: PublishInput & RunRef): void {
  const isPublisher = input.publisher === '' || input.publisher === upload.actor.userId;
  const isSame = isPublisher && input.sha256 === upload.sha256 && input.ecosystem === upload.ecosystem;
  if (isSame && isOwningWorkflow(ecosystems, upload, input.workflowId)) return;
  throw new DomainError('invalid_state', 'the upload was sent for another purpose');
}
