import { tableWin } from './result.ts';

/**
 * Centipawns per unit of the search. The search counts in units in which its margins were found; what leaves the
 * engine is stretched so that it compares with the scores of other programs: so that both spread alike over unseen
 * middlegames (`bench/engine/agreement.ts` prints the ratio).
 */
export const centipawnsPerUnit = 1.5;

/** From here on a score is a distance to a mate or a tablebase win, and the same in both. */
const decisive = tableWin - 512;

/** A score of the core in centipawns; mates and tablebase wins as they are. */
export function toCentipawns(score: number): number {
  if (Math.abs(score) >= decisive) return score;
  return bounded(score * centipawnsPerUnit);
}

/** What the core calls that many centipawns. */
export function toUnits(centipawns: number): number {
  if (Math.abs(centipawns) >= decisive) return centipawns;
  return bounded(centipawns / centipawnsPerUnit);
}

/** A whole number short of the decisive ones, the same for both sides, never a negative zero. */
function bounded(score: number): number {
  return Math.sign(score) * Math.round(Math.min(Math.abs(score), decisive - 1)) + 0;
}
