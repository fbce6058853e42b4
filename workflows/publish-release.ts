import {
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import type { ReleaseRef } from '../activities/publish.ts';
import { db, eagerSearch, scan } from './activities.ts';
import { openInbox, publishWhenClear } from './await-decision.ts';
import { type PublishInput, type PublishReceipt, scanFailed } from './definitions.ts';
import { asFault, asRefusal } from './refusal.ts';
import { carryHolds } from './hold-release.ts';
import { locallyFirst } from './locally-first.ts';
import { finish, type Note, takeNotes } from './run-notes.ts';
import { openSettlement } from './update-answer.ts';

/**
 * The one way anything becomes visible, for all ecosystems: quarantine, store, scan, publish, search.
 * Publishing requests wait on `settle`; people who manage a held release speak through `decide`.
 */
export async function publishRelease(input: PublishInput): Promise<PublishReceipt> {
  const settlement = openSettlement<PublishReceipt>(input);
  const inbox = openInbox();
  const note = takeNotes();

  try {
    const { workflowId, runId } = workflowInfo();
    const release = await locallyFirst((step) => step.quarantine({ ...input, workflowId, runId }));
    const used = { uploadId: release.uploadId, packageId: release.packageId };
    await locallyFirst((step) => step.store(release));
    note(`quarantined and stored, sha256 ${input.sha256}`);
    const rejection = await publishWhenClear(release, await inspect(release, note), {
      inbox,
      note,
      isReturning: false,
      onHeld: (reason) => {
        settlement.receipt = { status: 'held', reason, ...used };
      },
      rescan: () => inspect(release, note),
    });
    if (rejection) {
      finish('rejected', note);
      return { status: 'rejected', reason: rejection.reason, ...used };
    }
    settlement.receipt = { status: 'published', reason: null, ...used };
    finish('published', note);
    // visible is visible: a cancellation from here on can't take it back, nor keep it out of the search
    await CancellationScope.nonCancellable(() =>
      eagerSearch.finishPublish({ ...release, workflowId, runId }),
    );
    if (inbox.isHeld) await carryHolds(release, inbox, note);
    return settlement.receipt;
  } catch (error) {
    const outcome = asRefusal(error) ?? asFault(error);
    const { message, type } = outcome;
    note(`not published: ${message}`);
    await CancellationScope.nonCancellable(() =>
      db.withdraw({ uploadId: input.uploadId, workflowId: workflowInfo().workflowId, message }),
    );
    // only now: whoever gets this answer may publish the version again at once
    settlement.failure = outcome;
    finish(isCancellation(error) ? 'cancelled' : type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : outcome;
  } finally {
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}

/** Null when nothing stands against publishing, else why the release has to wait for a person. */
async function inspect(release: ReleaseRef, note: Note): Promise<string | null> {
  try {
    const verdict = await scan.scanRelease({ releaseId: release.releaseId });
    note(`scanned ${verdict.files} files in ${verdict.milliseconds} ms, ${verdict.findings} findings`);
    if (verdict.isBlocked) return 'blocked_by_findings';
    return release.needsApproval ? 'awaiting_approval' : null;
  } catch (error) {
    if (asRefusal(error) || isCancellation(error)) throw error;
    return scanFailed;
  }
}
