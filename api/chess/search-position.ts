import { type Client, WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { chessError } from '../../chess/errors.ts';
import { DomainError, type ErrorMeta, isErrorCode } from '../../domain/errors.ts';
import {
  ids,
  type PositionAnalysis,
  type PositionInput,
  queues,
  workflowNames,
} from '../../workflows/contract.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

type AnalysePosition = (input: PositionInput) => Promise<PositionAnalysis>;

/** On top of the search's own time, before the engine counts as away. */
const patienceMs = 5_000;
/** How long a cancelled search may take to stop. */
const stopWithinMs = 3_000;

/** How long a search can hold its slot at most, its end included. */
export function longestMs(input: Pick<PositionInput, 'movetimeMs'>): number {
  return input.movetimeMs + patienceMs + stopWithinMs;
}

/**
 * Runs `analysePosition` and waits for it. When `signal` fires, or nothing comes in time, the search is
 * cancelled and has ended, as far as anybody can know, before this returns.
 * @throws DomainError `not_ready` when the engine or the workflow service is away
 */
export async function searchPosition(
  client: Client,
  { requestId, input }: { requestId: string; input: PositionInput },
  signal: AbortSignal,
): Promise<PositionAnalysis> {
  const workflowId = ids.analyse(requestId);
  const enough = AbortSignal.any([signal, AbortSignal.timeout(input.movetimeMs + patienceMs)]);
  try {
    return await client.withAbortSignal(enough, async () => {
      const handle = await client.workflow.start<AnalysePosition>(workflowNames.analysePosition, {
        workflowId,
        taskQueue: queues.publish,
        // a cancellation that does not get through leaves nothing behind for long
        workflowExecutionTimeout: longestMs(input),
        typedSearchAttributes: jobAttributes('analyse_position'),
        staticSummary: input.fen,
        // a person waits for it
        priority: { priorityKey: 1 },
        args: [input],
      });
      return handle.result();
    });
  } catch (error) {
    if (error instanceof WorkflowFailedError) throw failureOf(error);
    await stopSearch(client, workflowId);
    // whoever asked is gone: nothing of ours failed
    if (signal.aborted) throw chessError('bad_request', 'error.bad_request');
    throw away(error);
  }
}

/** Cancels, and waits for the end: the engine's threads are free before the slot is. */
async function stopSearch(client: Client, workflowId: string): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    await client.withDeadline(Date.now() + stopWithinMs, async () => {
      await handle.cancel();
      await handle.result();
    });
  } catch {
    // It ended as cancelled, or nothing more can be done from here: the search has a time limit, the workflow too.
  }
}

function failureOf(failure: WorkflowFailedError): DomainError {
  let cause: unknown = failure.cause;
  while (cause instanceof Error) {
    if (cause instanceof ApplicationFailure && isErrorCode(cause.type)) {
      if (cause.type === 'not_ready') break;
      const meta = (cause.details?.[0] ?? {}) as ErrorMeta;
      return new DomainError(cause.type, cause.message, meta, failure);
    }
    cause = cause.cause;
  }
  return away(failure);
}

function away(cause: unknown): DomainError {
  const known = chessError('not_ready', 'error.engine_away', {}, { retryAfterSeconds: 5 });
  return new DomainError(known.code, known.detail, known.meta, cause);
}
