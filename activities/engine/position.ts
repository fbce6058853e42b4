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

/** A second try that finds no time left has this: some answer is better than none. */
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

/** A caller does not wait longer because an engine died: the next one has the rest of the time. */
function timeLeft(movetimeMs: number): number {
  const { scheduledTimestampMs, currentAttemptScheduledTimestampMs } = activityInfo();
  const spentMs = currentAttemptScheduledTimestampMs - scheduledTimestampMs;
  return Math.max(movetimeMs - spentMs, Math.min(movetimeMs, leastMs));
}
