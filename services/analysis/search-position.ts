import {
  type Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowFailedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { isChessErrorCode } from '../../chess/error-codes.ts';
import { ChessError, chessError, type ChessErrorMeta } from '../../chess/errors.ts';
import {
  ids,
  type PositionAnalysis,
  type PositionInput,
  queues,
  workflowNames,
} from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

type AnalysePosition = (input: PositionInput) => Promise<PositionAnalysis>;

/** The time beyond the search's own before the engine counts as unavailable. */
const patienceMs = 5_000;
/** How long a cancelled search may take to stop. */
const stopWithinMs = 3_000;
const retryMs = 100;

/** The longest time for which a search holds its slot, including its cancellation. */
export function longestMs(input: Pick<PositionInput, 'movetimeMs'>): number {
  return input.movetimeMs + patienceMs + stopWithinMs;
}

/**
 * Runs `analysePosition` and waits for it. When `signal` fires, or no result arrives in time, the search is
 * Runs `analysePosition` and waits for it. When `signal` fires, or no result arrives in time, the search is cancelled,
 * and this function returns after its end, unless the service does not answer.
 * @throws ChessError `not_ready` when the engine or the workflow service is unreachable
 */
export async function searchPosition(
  client: Client,
  { requestId, input }: { requestId: string; input: PositionInput },
  signal: AbortSignal,
): Promise<PositionAnalysis> {
  if (signal.aborted) throw clientGone();
  const enough = AbortSignal.any([signal, AbortSignal.timeout(input.movetimeMs + patienceMs)]);
  const workflowId = ids.analyse(requestId);
  let isStarted = false;
  try {
    const handle = await startSearch(client, workflowId, input);
    isStarted = true;
    // a signal that fired before the call would not end the call
    enough.throwIfAborted();
    return await client.withAbortSignal(enough, () => handle.result());
  } catch (error) {
    if (error instanceof WorkflowFailedError) throw failureOf(error);
    if (isStarted || mayStillStart(error)) await stopSearch(client, { workflowId, isStarted });
    throw signal.aborted ? clientGone() : away(error);
  }
}

/** Not aborted when the client disconnects: an aborted start may take effect after the cancellation. */
async function startSearch(client: Client, workflowId: string, input: PositionInput) {
  return client.withDeadline(Date.now() + patienceMs, () =>
    client.workflow.start<AnalysePosition>(workflowNames.analysePosition, {
      workflowId,
      taskQueue: queues.publish,
      // a search whose cancellation fails ends soon by this limit
      workflowExecutionTimeout: longestMs(input),
      typedSearchAttributes: jobAttributes('analyse_position'),
      staticSummary: input.fen,
      // a person waits for it
      priority: { priorityKey: 1 },
      args: [input],
    }),
  );
}

/** CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE: the call was sent, but no answer arrived. */
const unanswered = new Set([1, 4, 14]);

/** A refused start has no effect; a start without an answer may still take effect. */
function mayStillStart(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  return !isGrpcServiceError(cause) || unanswered.has(cause.code);
}

/** Cancels the search and waits for its end: the engine's threads are free before the slot is. */
async function stopSearch(
  client: Client,
  { workflowId, isStarted }: { workflowId: string; isStarted: boolean },
): Promise<void> {
  const handle = client.workflow.getHandle(workflowId);
  const until = Date.now() + stopWithinMs;
  const cancel = async (): Promise<void> => {
    try {
      await handle.cancel();
    } catch (error) {
      // a start without an answer may still take effect
      const isLate = error instanceof WorkflowNotFoundError && !isStarted && Date.now() < until;
      if (!isLate) throw error;
      await new Promise<void>((resolve) => void setTimeout(resolve, retryMs));
      await cancel();
    }
  };
  try {
    await client.withDeadline(until, async () => {
      await cancel();
      await handle.result();
    });
  } catch {
    // The workflow was cancelled, or the service is unreachable: both the search and the workflow have a time limit.
  }
}

/** The client disconnected: not a failure of the service. */
const clientGone = () => chessError('bad_request', 'error.bad_request');

function failureOf(failure: WorkflowFailedError): ChessError {
  let cause: unknown = failure.cause;
  while (cause instanceof Error) {
    if (cause instanceof ApplicationFailure && isChessErrorCode(cause.type)) {
      if (cause.type === 'not_ready') break;
      const meta = (cause.details?.[0] ?? {}) as ChessErrorMeta;
      return new ChessError(cause.type, cause.message, meta, failure);
    }
    cause = cause.cause;
  }
  return away(failure);
}

function away(cause: unknown): ChessError {
  return chessError('not_ready', 'error.engine_away', {}, { retryAfterSeconds: 5 }, cause);
}
