import { type Client, WorkflowNotFoundError, type WorkflowExecutionStatusName } from '@temporalio/client';
import { system } from '../domain/actor.ts';
import { coolingDown, findPolicyHold } from '../services/policies/judge.ts';
import { listCooling } from '../store/postgres/policies/facts.ts';
import type { InFlightRelease, LostJob } from '../store/postgres/jobs/cleaning.ts';
import { insertDecision, listOpenDecisions, lockReleaseState } from '../store/postgres/releases/decisions.ts';
import { findReleaseById } from '../store/postgres/releases/releases.ts';
import { type JobUpdate, updateJob } from '../store/postgres/jobs/jobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import {
  decidedSignal,
  heldSignal,
  type HoldInput,
  queues,
  renderFailed,
  workflowNames,
} from '../workflows/definitions.ts';
import { publishAttributes } from '../workflows/search-attributes.ts';

/**
 * Starts a new workflow for a release that has no running one; returns whether it did. A running workflow is signalled
 * when it has not read a decision, because the first signal was lost.
 */
export async function reconcileRelease(
  client: Client,
  pool: Pool,
  release: InFlightRelease,
): Promise<boolean> {
  if (await isRunning(client, release.workflowId)) {
    if (release.isToRender && !release.isDecided) await renderAgain(pool, release);
    if (release.isDecided || release.isToRender) {
      await client.workflow.getHandle(release.workflowId).signal(decidedSignal);
    }
    return false;
  }
  if (release.wasVisible) await carryHold(client, release);
  else await publishAgain(client, release);
  return true;
}

/** A release that could not be rendered may succeed now: other releases were removed, or the registry has changed. */
async function renderAgain(pool: Pool, { releaseId }: InFlightRelease): Promise<void> {
  await pool.transaction(async (tx) => {
    await lockReleaseState(tx, releaseId);
    const release = await findReleaseById(tx, releaseId);
    // a release with a decision, or a visible one, needs no recheck
    const isStillParked = release?.state === 'quarantine' && release.statusReason === renderFailed;
    if (!isStillParked || (await listOpenDecisions(tx, { releaseId })).length > 0) return;
    await insertDecision(tx, { releaseId, kind: 'recheck', reason: null, performer: system });
  });
}

/** Requests a recheck of releases whose cool-down is over. Returns their number. */
export async function endCoolDowns(pool: Pool, limit: number): Promise<number> {
  let ended = 0;
  for (const { id, packageId } of await listCooling(pool, coolingDown, limit)) {
    const candidate = { release: { id, packageId }, joining: [], isVisible: false };
    if ((await findPolicyHold(pool, candidate)) === coolingDown) continue;
    await pool.transaction(async (tx) => {
      await lockReleaseState(tx, id);
      const release = await findReleaseById(tx, id);
      const isCooling = release?.state === 'quarantine' && release.statusReason === coolingDown;
      if (!isCooling || (await listOpenDecisions(tx, { releaseId: id })).length > 0) return;
      await insertDecision(tx, { releaseId: id, kind: 'recheck', reason: null, performer: system });
      ended += 1;
    });
  }
  return ended;
}

/** Starts `holdRelease`, which first checks whether the release is still hidden. */
async function carryHold(client: Client, release: InFlightRelease): Promise<void> {
  const { workflowId, releaseId, packageId, uploadId, ecosystem, name, version, publisher } = release;
  await client.workflow.signalWithStart(workflowNames.holdRelease, {
    workflowId,
    taskQueue: queues.publish,
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    signal: heldSignal,
    signalArgs: [],
    typedSearchAttributes: publishAttributes(release, 'hold_release'),
    staticSummary: `${ecosystem} ${name} ${version}`,
    staticDetails: 'Started again by the reconciler: its workflow was gone.',
    args: [{ releaseId, packageId, uploadId, ecosystem, name, version, publisher } satisfies HoldInput],
  });
}

async function publishAgain(client: Client, release: InFlightRelease): Promise<void> {
  await client.workflow.start(workflowNames.publishRelease, {
    workflowId: release.workflowId,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    typedSearchAttributes: publishAttributes(release),
    staticSummary: `${release.ecosystem} ${release.name} ${release.version}`,
    staticDetails: 'Started again by the reconciler: its workflow was gone.',
    args: [
      {
        uploadId: release.uploadId,
        ecosystem: release.ecosystem,
        name: release.name,
        version: release.version,
        sha256: release.sha256,
        publisher: release.publisher,
      },
    ],
  });
}

/**
 * Closes a job whose workflow ended without a report; returns whether it did. A running workflow whose review has
 * ended missed its cancellation, and is cancelled again.
 */
export async function closeLostJob(client: Client, pool: Pool, job: LostJob): Promise<boolean> {
  const { workflowId, runId, isOfRelease, isPublished, isOfEndedReview } = job;
  if (await isRunning(client, workflowId)) {
    if (isOfEndedReview) await client.workflow.getHandle(workflowId).cancel();
    return false;
  }
  const ending = isOfRelease ? undefined : await endingOf(client, workflowId, runId);
  const known = ending ?? { status: isPublished ? 'completed' : 'dead', lastError: 'its workflow was gone' };
  await updateJob(pool, { workflowId, runId, ...known });
  return true;
}

/** The end of a run, as recorded by the workflow service alone. */
async function endingOf(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<Pick<JobUpdate, 'status' | 'lastError'> | undefined> {
  try {
    const { status } = await client.workflow.getHandle(workflowId, runId).describe();
    return endings[status.name];
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

const endings: Partial<Record<WorkflowExecutionStatusName, Pick<JobUpdate, 'status' | 'lastError'>>> = {
  COMPLETED: { status: 'completed' },
  FAILED: { status: 'failed', lastError: 'its workflow failed' },
  TIMED_OUT: { status: 'failed', lastError: 'its workflow took too long' },
  CANCELLED: { status: 'cancelled', lastError: 'its workflow was cancelled' },
};

export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const description = await client.workflow.getHandle(workflowId).describe();
    return description.status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
