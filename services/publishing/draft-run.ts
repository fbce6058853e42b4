import { DomainError, notFound } from '../../domain/errors.ts';
import { isReadable } from '../../domain/release.ts';
import { boundedId } from '../../domain/workflow-id.ts';
import type { Receipt } from '../../ecosystems/context/publishing.ts';
import type { Format } from '../../ecosystems/format.ts';
import { findReleaseById } from '../../store/postgres/releases/releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { ids } from '../../workflows/definitions.ts';
import type { Platform } from '../platform.ts';
import { countOutcome, statusUrlOf } from './publish.ts';
import { awaitReceipt, wakePublish } from './publish-run.ts';
import { receiptOf } from './receipt.ts';

/** The workflow of a draft, identified by the draft's upload. */
export interface DraftRun {
  /** Wakes the workflow of the draft, or starts it again. @throws DomainError `not_ready` */
  wake(draftUploadId: string, username: string): Promise<void>;
  /** Waits for the outcome of a committed draft. @throws DomainError when it is refused */
  settle(draft: { uploadId: string; releaseId: string }, username: string): Promise<Receipt>;
}

export function createDraftRun(platform: Platform, ecosystem: Format): DraftRun {
  /** The start of a draft's run, with the input of its opener: the run accepts no other input. */
  async function startOf(draftUploadId: string) {
    const upload = await findUpload(platform.pool, draftUploadId);
    if (!upload) return null;
    const { name, version } = upload.declared;
    const nameKey = ecosystem.names.canonical(name);
    const versionKey = ecosystem.versions.canonical(version);
    const input = {
      uploadId: upload.id,
      ecosystem: ecosystem.id,
      name,
      version,
      sha256: upload.sha256,
      publisher: upload.actor.userId,
    };
    return { workflowId: boundedId(ids.publish(ecosystem.id, nameKey, versionKey)), input };
  }

  return {
    async wake(draftUploadId, username) {
      const start = await startOf(draftUploadId);
      if (start) await wakePublish(platform, start, username);
    },

    async settle({ uploadId, releaseId }, username) {
      const start = await startOf(uploadId);
      if (!start) throw notFound('draft');
      const { workflowId, input } = start;
      const statusUrl = statusUrlOf(platform.config.http.publicUrl, ecosystem, input);
      try {
        await wakePublish(platform, start, username);
        const receipt = await awaitReceipt(platform, workflowId, input, username);
        if (receipt) platform.announce({ kind: 'package', id: receipt.packageId });
        const versionKey = ecosystem.versions.canonical(input.version);
        const outcome = await receiptOf(platform, receipt, { versionKey, statusUrl });
        countOutcome(platform, ecosystem, outcome.status);
        return outcome;
      } catch (error) {
        // the run may have ended before its receipt was awaited
        const release = await findReleaseById(platform.pool, releaseId);
        if (release && isReadable(release)) return { status: 'published', statusUrl };
        // the completed draft is recorded: if the workflow service is unreachable, the reconciler starts it again
        if (release && error instanceof DomainError && error.code === 'not_ready') {
          countOutcome(platform, ecosystem, 'pending');
          return { status: 'pending', statusUrl };
        }
        countOutcome(platform, ecosystem, error instanceof DomainError ? error.code : 'internal');
        throw error;
      }
    },
  };
}
