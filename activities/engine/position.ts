import { cancellationSignal } from '@temporalio/activity';
import type { Metrics } from '../../config/metrics.ts';
import type { PositionAnalysis, PositionInput } from '../../workflows/contract.ts';
import type { Analyst } from './analyst.ts';
import type { ThreadShares } from './thread-shares.ts';

export interface PositionDeps {
  analyst: Analyst;
  shares: ThreadShares;
  metrics: Metrics;
}

export type PositionActivities = ReturnType<typeof createPositionActivities>;

/** What somebody is waiting for. */
export function createPositionActivities({ analyst, shares, metrics }: PositionDeps) {
  return {
    /** @throws DomainError `invalid_fen`, `illegal_move`; CancelledFailure */
    async searchPosition(input: PositionInput): Promise<PositionAnalysis> {
      const signal = cancellationSignal();
      const threads = shares.take(input.threads);
      try {
        const analysis = await analyst.analyse({ ...input, threads }, signal);
        signal.throwIfAborted();
        metrics.engineNodes.inc({ kind: 'interactive' }, analysis.nodes);
        return analysis;
      } finally {
        shares.giveBack(threads);
      }
    },
  };
}
