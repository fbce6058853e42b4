import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  defineSignal,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { atOnce, db, eagerSearch, local, scan } from './activities.ts';
import {
  type Decision,
  decideSignal,
  type PublishInput,
  type PublishReceipt,
  type SettleInput,
  settleUpdate,
} from './contract.ts';
import type { ReleaseRef } from '../activities/publish.ts';
import { asFault, asRefusal } from './failures.ts';

export const settle = defineUpdate<PublishReceipt, [SettleInput]>(settleUpdate);
const outcomeKey = defineSearchAttributeKey('Outcome', 'KEYWORD');

export const decide = defineSignal<[Decision]>(decideSignal);

/**
 * The one way anything becomes visible, for all ecosystems: quarantine, store, scan, publish, search.
 * Publishing requests wait on `settle`; people who manage a held release speak through `decide`.
 */
export async function publishRelease(input: PublishInput): Promise<PublishReceipt> {
  let receipt: PublishReceipt | undefined;
  let failure: ApplicationFailure | undefined;
  const decisions: Decision[] = [];
  const log: string[] = [];
  const note = (line: string) => {
    log.push(`- ${new Date().toISOString().slice(11, 23)} ${line}`);
    setCurrentDetails(log.join('\n'));
  };

  setHandler(
    settle,
    async () => {
      // a cancelled publish answers too, once it knows how it ended
      await CancellationScope.nonCancellable(() =>
        condition(() => receipt !== undefined || failure !== undefined),
      );
      if (receipt) return receipt;
      throw failure ?? asFault(undefined);
    },
    { validator: (request) => assertSameUpload(input, request) },
  );
  setHandler(decide, (decision) => {
    decisions.push(decision);
  });

  try {
    const { workflowId, runId } = workflowInfo();
    const release = await local.quarantine({ ...input, workflowId, runId });
    const used = { uploadId: release.uploadId, packageId: release.packageId };
    await local.store(release);
    note(`quarantined and stored, sha256 ${input.sha256}`);
    let reason = await inspect(release, note);
    while (reason !== null) {
      const held = reason;
      await local.hold({ ...release, reason: held });
      receipt = { status: 'held', reason: held, ...used };
      note(`held: ${held}; waiting for a person`);
      await condition(() => decisions.length > 0);
      const decision = decisions.shift();
      note(`decision: ${decision?.kind}`);
      if (decision?.kind === 'reject') {
        await db.reject({ ...release, reason: decision.reason, performer: decision.performer });
        finish('rejected', note);
        return { status: 'rejected', reason: decision.reason, ...used };
      }
      if (held === 'scan_failed') reason = await inspect(release, note);
      else if (decision) reason = await local.review({ ...release, reason: held, decision });
    }
    await publishAtOnce(release);
    receipt = { status: 'published', reason: null, ...used };
    finish('published', note);
    // visible is visible: a cancellation from here on can't take it back, nor keep it out of the search
    await CancellationScope.nonCancellable(() =>
      eagerSearch.finishPublish({ ...release, workflowId, runId }),
    );
    return receipt;
  } catch (error) {
    const outcome = asRefusal(error) ?? asFault(error);
    const { message, type } = outcome;
    note(`not published: ${message}`);
    await CancellationScope.nonCancellable(() =>
      db.withdraw({ uploadId: input.uploadId, workflowId: workflowInfo().workflowId, message }),
    );
    // only now: whoever hears of it finds nothing left behind and may publish the version again at once
    failure = outcome;
    finish(isCancellation(error) ? 'cancelled' : type === 'internal' ? 'failed' : 'refused', note);
    throw isCancellation(error) ? error : outcome;
  } finally {
    await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  }
}

/** Two requests for one version are one publish only when they bring the same bytes by the same hand. */
function assertSameUpload(input: PublishInput, request: SettleInput): void {
  if (request.sha256 === input.sha256 && request.publisher === input.publisher) return;
  throw ApplicationFailure.nonRetryable('another upload of this version is being checked', 'version_exists');
}

/** Locally first; where that does not work out, patiently: as long as the database is away, it waits for it. */
async function publishAtOnce(release: ReleaseRef): Promise<void> {
  try {
    await atOnce.publish(release);
  } catch (error) {
    if (asRefusal(error) || isCancellation(error)) throw error;
    await db.publish(release);
  }
}

/** Null when nothing stands against publishing, else why the release has to wait for a person. */
async function inspect(release: { releaseId: string }, note: (line: string) => void): Promise<string | null> {
  try {
    const verdict = await scan.scanRelease({ releaseId: release.releaseId });
    note(`scanned ${verdict.files} files in ${verdict.milliseconds} ms, ${verdict.findings} findings`);
    return verdict.isBlocked ? 'blocked_by_findings' : null;
  } catch (error) {
    if (asRefusal(error) || isCancellation(error)) throw error;
    return 'scan_failed';
  }
}

function finish(outcome: string, note: (line: string) => void): void {
  note(outcome);
  upsertSearchAttributes([{ key: outcomeKey, value: outcome }]);
}
