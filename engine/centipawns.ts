import { tableWin } from './result.ts';

/**
 * Centipawns per unit of the search near equality, and where a lead begins to count less. The search's units fit its
 * margins: 200 per unit of log-odds, in which won games get huge scores. The reported score grows with their
 * logarithm, `slope * bend * ln(1 + units / bend)`, so that it is comparable with other programs' scores in level and
 * in won positions (`bench/engine/agreement.ts` and `bench/review.ts --list` show the spread).
 */
const slope = 1.5;
const bend = 500;
/** The highest evaluation of the search (`core/values.ts`). */
const mostUnits = 20_000;

/** Scores from here on are distances to a mate or a tablebase win, and are not converted. */
const decisive = tableWin - 512;

/** A score of the core in centipawns; mates and tablebase wins are unchanged. */
export function toCentipawns(score: number): number {
  if (Math.abs(score) >= decisive) return score;
  return whole(Math.sign(score) * slope * bend * Math.log1p(Math.abs(score) / bend));
}

/** The core's units for a number of centipawns. */
export function toUnits(centipawns: number): number {
  if (Math.abs(centipawns) >= decisive) return centipawns;
  const units = bend * Math.expm1(Math.abs(centipawns) / (slope * bend));
  return whole(Math.sign(centipawns) * Math.min(units, mostUnits));
}

/** Rounds to a whole number, symmetrically for both sides, never to a negative zero. */
function whole(score: number): number {
  return Math.sign(score) * Math.round(Math.abs(score)) + 0;
}
