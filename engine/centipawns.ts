import { tableWin } from './result.ts';

/**
 * Centipawns per unit of the search near equality, and where a lead begins to count less. The search counts in units in
 * which its margins were found, 200 per unit of log-odds, in which a won game runs away; the reported score grows
 * with the logarithm of that, `slope * bend * ln(1 + units / bend)`, so that it compares with the scores of other programs
 * both in level and in won positions (`bench/engine/agreement.ts` and `bench/review.ts --list` show how they spread).
 */
const slope = 1.5;
const bend = 500;
/** The search itself knows no evaluation beyond this (`core/values.ts`). */
const mostUnits = 20_000;

/** From here on a score is a distance to a mate or a tablebase win, and the same in both. */
const decisive = tableWin - 512;

/** A score of the core in centipawns; mates and tablebase wins as they are. */
export function toCentipawns(score: number): number {
  if (Math.abs(score) >= decisive) return score;
  return whole(Math.sign(score) * slope * bend * Math.log1p(Math.abs(score) / bend));
}

/** The core's units for that many centipawns. */
export function toUnits(centipawns: number): number {
  if (Math.abs(centipawns) >= decisive) return centipawns;
  const units = bend * Math.expm1(Math.abs(centipawns) / (slope * bend));
  return whole(Math.sign(centipawns) * Math.min(units, mostUnits));
}

/** A whole number, rounded the same for both sides, never a negative zero. */
function whole(score: number): number {
  return Math.sign(score) * Math.round(Math.abs(score)) + 0;
}
