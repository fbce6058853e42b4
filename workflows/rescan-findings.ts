import {
  ActivityFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import { rescans, scan } from './activities.ts';
import type { MatchInput, RescanAllInput, RescanInput } from './definitions.ts';
import { changed } from './project-package.ts';
import { finish, takeNotes } from './run-notes.ts';

/** Scans the files of one release again, and hides the release when a finding blocks it. */
export async function rescanFindings(input: RescanInput): Promise<void> {
  const { releaseId } = input;
  const note = takeNotes();
  try {
    const { files, findings, error } = await scan.rescanFiles({ releaseId });
    note(error ?? `${files} files looked through, ${findings} findings`);
    const ending = await rescans.settleRescan({ releaseId, ...(error === undefined ? {} : { error }) });
    finish(ending.isHeld ? 'held' : error === undefined ? 'rescanned' : 'failed', note);
  } catch (error) {
    const isCancelled = isCancellation(error);
    const ending = { error: isCancelled ? 'cancelled' : reasonOf(error), isCancelled };
    // findings up to here are recorded and count
    await CancellationScope.nonCancellable(() => rescans.settleRescan({ releaseId, ...ending }));
    finish(isCancelled ? 'cancelled' : 'failed', note);
    throw error;
  }
}

/**
 * Daily: matches the advisories of all packages that have any, then rescans every visible release whose last scan is
 * by other scanners than today's, one at a time.
 */
export async function rescanReleases(input: RescanAllInput = {}): Promise<{ rescanned: number }> {
  const isBeginning = input.after === undefined;
  let { after = null, rescanned = 0 } = input;
  if (isBeginning) await matchAll();
  for (;;) {
    const { due, next } = await rescans.listDue({ after });
    for (const releaseId of due) {
      if (await rescanOne(releaseId)) rescanned += 1;
    }
    if (next === null) return rescans.endRound({ rescanned });
    after = next;
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof rescanReleases>({ after, rescanned });
    }
  }
}

async function matchAll(): Promise<void> {
  const { ecosystems } = await rescans.listAdvisedEcosystems();
  for (const ecosystem of ecosystems) {
    for (let after: string | null = null; ;) {
      const { next }: { next: string | null } = await rescans.matchBatch({ ecosystem, after });
      if (next === null) break;
      after = next;
    }
  }
}

/** Returns false when the release can't be rescanned now: it is left to the next round and does not delay others. */
async function rescanOne(releaseId: string): Promise<boolean> {
  try {
    const { error } = await scan.rescanFiles({ releaseId });
    await rescans.settleRescan({ releaseId, ...(error === undefined ? {} : { error }) });
    return error === undefined;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return false;
  }
}

/** After an import: applies its advisories to the packages here. Another import meanwhile causes one more round. */
export async function matchAdvisories({ ecosystem, after = null }: MatchInput): Promise<void> {
  let isStale = true;
  setHandler(changed, () => {
    isStale = true;
  });
  let from = after;
  while (isStale) {
    isStale = false;
    do {
      ({ next: from } = await rescans.matchBatch({ ecosystem, after: from }));
      if (from !== null && workflowInfo().continueAsNewSuggested) {
        if (isStale) from = null;
        await continueAsNew<typeof matchAdvisories>({ ecosystem, after: from });
      }
    } while (from !== null);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ActivityFailure ? (error.cause?.message ?? error.message) : 'the rescan failed';
}
