import {
  allHandlersFinished,
  CancellationScope,
  condition,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import type { PublishOutcome } from '../activities/publish-and-finish.ts';
import type { ReleaseRef, RunRef } from './definitions.ts';
import { db, eagerSearch, local, manyFiles, scan } from './activities.ts';
import { type Inbox, openInbox, publish, publishWhenClear } from './await-decision.ts';
import { type PublishInput, type PublishReceipt, scanFailed } from './definitions.ts';
import { asFault, asRefusal } from './refusal.ts';
import { carryHolds } from './hold-release.ts';
import { localWithFallback } from './local-with-fallback.ts';
import { finish, type Note, takeNotes } from './run-notes.ts';
import { openSettlement } from './update-answer.ts';

/**
 * The only way to make a release visible, for all ecosystems: quarantine, store, scan, publish, search. Publishing
 * requests wait for the update `settle`; decisions about a held release arrive with the signal `decided`.
 */
export async function publishRelease(input: PublishInput): Promise<PublishReceipt> {
  const settlement = openSettlement<PublishReceipt>(input);
  const inbox = openInbox();
  const note = takeNotes();

  try {
    const { workflowId, runId } = workflowInfo();
    const release = await localWithFallback((step) => step.accept({ ...input, workflowId, runId }));
    if (release.isDraft) {
      await awaitFiles(release, inbox, note);
      await manyFiles.storeDraft(release);
    }
    const used = { uploadId: release.uploadId, packageId: release.packageId };
    let isFinished = false;
    note(`quarantined and stored, sha256 ${input.sha256}`);
    const rejection = await publishWhenClear(release, await inspect(release, note), {
      inbox,
      note,
      isReturning: false,
      onHeld: (reason) => {
        settlement.receipt = { status: 'held', reason, ...used };
      },
      rescan: () => inspect(release, note),
      async publish(ref) {
        const wasHeld = settlement.receipt !== undefined;
        if (wasHeld) return publish(ref);
        const outcome = await publishAndFinish({ ...ref, workflowId, runId });
        isFinished = outcome.isFinished;
        return outcome.waitsFor;
      },
    });
    if (rejection) {
      finish('rejected', note);
      return { status: 'rejected', reason: rejection.reason, ...used };
    }
    settlement.receipt = { status: 'published', reason: null, ...used };
    finish('published', note);
    // a visible release stays visible: a later cancellation can't undo it, nor exclude it from the search
    if (!isFinished) {
      await CancellationScope.nonCancellable(() =>
        eagerSearch.finishPublish({ ...release, workflowId, runId }),
      );
    }
    if (inbox.isHeld) await carryHolds(release, inbox, note);
    return settlement.receipt;
  } catch (error) {
    const outcome = asRefusal(error) ?? asFault(error);
    const { message, type } = outcome;
    note(`not published: ${message}`);
    await CancellationScope.nonCancellable(() =>
      db.withdraw({
        uploadId: input.uploadId,
        workflowId: workflowInfo().workflowId,
        message,
        isCancelled: isCancellation(error),
      }),
    );
    // after the withdrawal: the client that gets this answer may publish the version again at once
    settlement.failure = outcome;
    finish(isCancellation(error) ? 'cancelled' : type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : outcome;
  } finally {
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}

/**
 * Publishes and updates the search in one local step, so that the run ends in the same workflow task. A signal or a
 * cancellation meanwhile makes the service refuse that task and repeat its local steps: a visible release must not be
 * cancelled then. A release that was held takes separate steps instead: its decisions are settled, and a repeated step
 * would wait for them for ever.
 */
async function publishAndFinish(ref: ReleaseRef & RunRef): Promise<PublishOutcome> {
  try {
    return await CancellationScope.nonCancellable(() => local.publishAndFinish(ref));
  } catch (error) {
    if (asRefusal(error)) throw error;
    return db.publishAndFinish(ref);
  }
}

/** Waits until a draft is committed: by a user, or by itself after a time without a new file. */
async function awaitFiles(release: ReleaseRef, inbox: Inbox, note: Note): Promise<void> {
  note('a draft: its files come one by one');
  for (;;) {
    inbox.isWoken = false;
    const { waitSeconds } = await localWithFallback((step) => step.lookAtDraft(release));
    if (waitSeconds === null) return;
    await condition(() => inbox.isWoken, waitSeconds * 1_000);
  }
}

/** Returns null when nothing prevents the publish, else the reason why the release has to wait for a person. */
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
