import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import type { ReleaseRef } from './definitions.ts';
import { eagerSearch } from './activities.ts';
import { type Inbox, openInbox, publishWhenClear } from './await-decision.ts';
import type { HoldInput } from './definitions.ts';
import { localWithFallback } from './local-with-fallback.ts';
import { finish, type Note, takeNotes } from './run-notes.ts';

/**
 * Owns a hidden release that was visible, until it may be visible again or is removed. It has the id of the workflow
 * that published the release, so that signals reach both in the same way.
 */
export async function holdRelease(input: HoldInput): Promise<void> {
  const { releaseId, packageId, uploadId } = input;
  await carryHolds({ releaseId, packageId, uploadId }, openInbox(), takeNotes());
}

/** Reads from the database each time whether and why the release is hidden: an unnecessary start has no effect. */
export async function carryHolds(release: ReleaseRef, inbox: Inbox, note: Note): Promise<void> {
  const { workflowId, runId } = workflowInfo();
  do {
    inbox.isHeld = false;
    const reason = await localWithFallback((step) => step.resumeHold({ ...release, workflowId, runId }));
    if (reason === null) return;
    const rescan = async () => null;
    const rejection = await publishWhenClear(release, reason, { inbox, note, isReturning: true, rescan });
    finish(rejection ? 'rejected' : 'published', note);
    if (rejection) return;
    await CancellationScope.nonCancellable(() =>
      eagerSearch.finishPublish({ ...release, workflowId, runId }),
    );
  } while (inbox.isHeld);
}
