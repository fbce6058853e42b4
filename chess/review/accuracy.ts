/**
 * The win-percentage model of accuracy, by lost winning chances instead of centipawns. Formulas and constants:
 * https://lichess.org/page/accuracy
 */

/** Mates and tablebase wins count as this many centipawns. */
const decidedScore = 10_000;

/** W(cp) = 50 + 50 (2 / (1 + e^(-0.00368208 cp)) - 1): winning chances from 0 to 100 of the side of the score. */
export function winPercent(score: number): number {
  const bounded = Math.max(-decidedScore, Math.min(decidedScore, score));
  return 50 + 50 * (2 / (1 + Math.exp(-0.003_682_08 * bounded)) - 1);
}

/**
 * 103.1668 e^(-0.04354 (before - after)) - 3.1669, limited to 0 to 100, with the mover's chances before and after the
 * move. Without a loss the curve misses 100 by a ten-thousandth.
 */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  const curve = 103.1668 * Math.exp(-0.043_54 * (before - after)) - 3.1669;
  return Math.max(0, Math.min(100, curve));
}

/** The contribution of one move to its side's accuracy. */
export interface WeighedMove {
  /** The accuracy from 0 to 100. */
  accuracy: number;
  /** The volatility of the chances around the move. */
  weight: number;
}

const leastWeight = 0.5;
const mostWeight = 12;

/**
 * Volatility around each move: the standard deviation of the chances in a sliding window, a tenth of the game long,
 * from 2 to 8 positions; the first moves share the first window. Moves in quiet stretches count less than moves in a
 * fight.
 * @param chances of one side, in every position from first to last: one more than moves
 */
export function volatilities(chances: readonly number[]): number[] {
  const moves = chances.length - 1;
  const size = Math.max(2, Math.min(8, Math.floor(moves / 10)));
  return Array.from({ length: Math.max(0, moves) }, (_, move) => {
    const first = Math.max(0, move - (size - 2));
    return Math.max(leastWeight, Math.min(mostWeight, deviation(chances.slice(first, first + size))));
  });
}

/** The mean of the volatility-weighted mean and the harmonic mean; 100 for no moves. */
export function sideAccuracy(moves: readonly WeighedMove[]): number {
  if (moves.length === 0) return 100;
  const weights = sum(moves.map(({ weight }) => weight));
  const weighted = sum(moves.map(({ accuracy, weight }) => accuracy * weight)) / weights;
  // a floor of 1, so that one worthless move does not make the whole mean 0
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (weighted + harmonic) / 2;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}
