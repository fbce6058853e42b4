import { allHandlersFinished, CancellationScope, condition, isCancellation } from '@temporalio/workflow';
import { db, scan } from './activities.ts';
import { type Inbox, openInbox } from './await-decision.ts';
import type { FileInput, FileReceipt } from './definitions.ts';
import { asFault, asRefusal } from './refusal.ts';
import { localWithFallback } from './local-with-fallback.ts';
import { finish, type Note, takeNotes } from './run-notes.ts';
import { openSettlement, type Settlement } from './update-answer.ts';

/**
 * Adds one more file to a visible release, or keeps it with a staged one, after the same checks as a publish. A file
 * with policy objections waits for a decision; the release does not change meanwhile.
 */
export async function publishFile(input: FileInput): Promise<FileReceipt> {
  const settlement = openSettlement<FileReceipt>(input);
  const inbox = openInbox();
  const note = takeNotes();
  try {
    const target = await localWithFallback((step) => step.findTarget(input));
    const { packageId, releaseId } = target;
    if (target.isPresent) {
      settlement.receipt = { uploadId: null, packageId, status: 'published', reason: null };
      finish('present', note);
      return settlement.receipt;
    }
    const ref = { ...input, packageId, releaseId };
    const isWaiting = target.isWaiting === true;
    await inspect(ref, isWaiting, note);
    const ending = await place(ref, isWaiting, { settlement, inbox, note });
    settlement.receipt = { uploadId: input.uploadId, packageId, status: ending, reason: null };
    finish(ending === 'published' ? 'attached' : ending, note);
    return settlement.receipt;
  } catch (error) {
    const outcome = asRefusal(error) ?? asFault(error);
    // always: the file may have waited for days, after the end of its request
    await CancellationScope.nonCancellable(() => db.withdrawFile(input));
    // after the withdrawal: the client that gets this answer may send another file of the name at once
    settlement.failure = outcome;
    finish(outcome.type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : outcome;
  } finally {
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}

type Ref = FileInput & { packageId: string; releaseId: string };

/** A file whose scan fails is held, like a release; its approval scans it again. */
async function inspect(ref: Ref, isWaiting: boolean, note: Note): Promise<void> {
  const { uploadId, releaseId, packageId, filename } = ref;
  const joinsVisible = !isWaiting;
  try {
    const scanned = { uploadId, releaseId, packageId, filename, joinsVisible };
    const { files, findings } = await scan.scanAttachment(scanned);
    note(`scanned ${files} files, ${findings} findings`);
  } catch (error) {
    if (asRefusal(error) || isCancellation(error) || isWaiting) throw error;
    note('the scan failed');
    await db.noteUnscanned(ref);
  }
}

/** Waits until the file is in its place or is discarded. Signals only wake: the decisions are in the rows. */
async function place(
  ref: Ref,
  isWaiting: boolean,
  { settlement, inbox, note }: { settlement: Settlement<FileReceipt>; inbox: Inbox; note: Note },
): Promise<'published' | 'staged' | 'rejected'> {
  const { uploadId, packageId } = ref;
  let outcome = isWaiting ? await db.keepFile(ref) : await db.attach(ref);
  while (outcome.status === 'held') {
    const { reason } = outcome;
    settlement.receipt = { uploadId, packageId, status: 'held', reason };
    note(`held: ${reason}; waiting for a decision`);
    await condition(() => inbox.isWoken);
    inbox.isWoken = false;
    outcome = await db.attach(ref);
    if (outcome.isToScan !== true) continue;
    await inspect(ref, false, note);
    outcome = await db.attach(ref);
  }
  return outcome.status === 'joined' ? 'published' : outcome.status;
}
