/**
 * The win-percentage model of accuracy: how much of the winning chances a move gave away, not how many
 * centipawns. Formulas and constants: https://lichess.org/page/accuracy
 */

/** Mates and tablebase wins count like this many centipawns. */
const decidedScore = 10_000;

/** W(cp) = 50 + 50 (2 / (1 + e^(-0.00368208 cp)) - 1): chances from 0 to 100 of the side whose score it is. */
export function winPercent(score: number): number {
  const bounded = Math.max(-decidedScore, Math.min(decidedScore, score));
  return 50 + 50 * (2 / (1 + Math.exp(-0.003_682_08 * bounded)) - 1);
}

/**
 * 103.1668 e^(-0.04354 (before - after)) - 3.1669, kept between 0 and 100, with the mover's chances before and
 * after the move. The curve misses 100 by a ten-thousandth where nothing is lost.
 */
export function moveAccuracy(before: number, after: number): number {
  if (after >= before) return 100;
  const curve = 103.1668 * Math.exp(-0.043_54 * (before - after)) - 3.1669;
  return Math.max(0, Math.min(100, curve));
}

/** One move's share in the accuracy of its side. */
export interface WeighedMove {
  /** The accuracy from 0 to 100. */
  accuracy: number;
  /** How much the chances moved around it. */
  weight: number;
}

const leastWeight = 0.5;
const mostWeight = 12;

/**
 * Volatility around each move: the standard deviation of the chances in a window that slides over the game, a
 * tenth of it long and from 2 to 8 positions; the first moves share the first window. Moves of a quiet stretch
 * so count less than those of a fight.
 * @param chances of one and the same side, in every position from the first to the last: one more than moves
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
  // a floor of 1 keeps one worthless move from making the whole mean 0
  const harmonic = moves.length / sum(moves.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
  return (weighted + harmonic) / 2;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
}
