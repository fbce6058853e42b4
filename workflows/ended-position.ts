import type { Outcome } from '../chess/outcome.ts';
import type { PositionAnalysis } from './definitions.ts';

const mated = -30_000;

/** The analysis of a position without a search. */
export const unsearched: PositionAnalysis = {
  bestMove: null,
  score: 0,
  mateIn: null,
  staticEval: 0,
  depth: 0,
  seldepth: 0,
  nodes: 0,
  nps: 0,
  timeMs: 0,
  hashfull: 0,
  source: 'search',
  lines: [],
  threads: 0,
};

/** The result by the rules: mate counts as a mate in 0, every other end as a draw. */
export function endedPosition({ reason }: Outcome): PositionAnalysis {
  if (reason !== 'Checkmate') return unsearched;
  return { ...unsearched, score: mated, mateIn: 0, staticEval: mated };
}
