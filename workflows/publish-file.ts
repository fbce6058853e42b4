import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { db, scan } from './activities.ts';
import type { FileInput, FileReceipt } from './definitions.ts';
import { asFault, asRefusal } from './refusal.ts';
import { locallyFirst } from './locally-first.ts';
import { finish, takeNotes } from './run-notes.ts';
import { openSettlement } from './update-answer.ts';

/**
 * Adds one more file to a visible release, or keeps it with a staged one: checked like a publish, but nobody is asked
 * about it, it is added or refused. What a refusal leaves in staging is thrown away by its request, or expires.
 */
export async function publishFile(input: FileInput): Promise<FileReceipt> {
  const settlement = openSettlement<FileReceipt>(input);
  const note = takeNotes();
  try {
    const target = await locallyFirst((step) => step.findTarget(input));
    const { packageId, releaseId } = target;
    if (!target.isPresent) {
      const { uploadId, filename } = input;
      const { files, findings } = await scan.scanAttachment({ uploadId, releaseId, packageId, filename });
      note(`scanned ${files} files, ${findings} findings`);
      if (target.isWaiting) await db.keepFile({ ...input, packageId, releaseId });
      else await db.attach({ ...input, packageId, releaseId });
    }
    settlement.receipt = { uploadId: target.isPresent ? null : input.uploadId, packageId };
    finish(target.isPresent ? 'present' : target.isWaiting ? 'staged' : 'attached', note);
    return settlement.receipt;
  } catch (error) {
    settlement.failure = asRefusal(error) ?? asFault(error);
    finish(settlement.failure.type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : settlement.failure;
  } finally {
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}
