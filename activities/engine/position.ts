import { activityInfo, cancellationSignal } from '@temporalio/activity';
import type { Metrics } from '../../config/metrics.ts';
import type { PositionAnalysis, PositionInput } from '../../workflows/definitions.ts';
import type { Analyst } from './analyst.ts';
import type { ThreadShares } from './thread-shares.ts';

export interface PositionDeps {
  analyst: Analyst;
  shares: ThreadShares;
  metrics: Metrics;
}

/** The least time of a second try, even when the first try used all of it: the client gets an answer. */
const leastMs = 1_000;

export type PositionActivities = ReturnType<typeof createPositionActivities>;

/** The searches that clients wait for. */
export function createPositionActivities({ analyst, shares, metrics }: PositionDeps) {
  return {
    /** @throws ChessError `invalid_fen`, `illegal_move`; CancelledFailure */
    async searchPosition(input: PositionInput): Promise<PositionAnalysis> {
      const signal = cancellationSignal();
      const threads = shares.take(input.threads);
      try {
        const movetimeMs = timeLeft(input.movetimeMs);
        const analysis = await analyst.analyse({ ...input, movetimeMs, threads }, signal);
        signal.throwIfAborted();
        metrics.engineNodes.inc({ kind: 'interactive' }, analysis.nodes);
        return analysis;
      } finally {
        shares.giveBack(threads);
      }
    },
  };
}

/** A try after the death of an engine gets only the rest of the time: the caller does not wait longer. */
function timeLeft(movetimeMs: number): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = activityInfo();
  const spentMs = currentAttemptScheduledTimestampMs - scheduledTimestampMs;
  return Math.max(movetimeMs - spentMs, Math.min(movetimeMs, leastMs));
}
