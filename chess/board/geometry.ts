/** The targets of men on an empty board, computed once. */

const straight = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;
const diagonal = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const;
const leaps = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const;

type Step = readonly [number, number];

function line(square: number, [files, ranks]: Step, length: number): number[] {
  const squares: number[] = [];
  let file = square & 7;
  let rank = square >> 3;
  for (let step = 0; step < length; step++) {
    file += files;
    rank += ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
    squares.push(rank * 8 + file);
  }
  return squares;
}

const everySquare = Array.from({ length: 64 }, (_, square) => square);

const linesOf = (steps: readonly Step[]) =>
  everySquare.map((square) => steps.map((step) => line(square, step, 7)).filter((found) => found.length > 0));

const stepsOf = (steps: readonly Step[]) =>
  everySquare.map((square) => steps.flatMap((step) => line(square, step, 1)));

const straightLines = linesOf(straight);
const diagonalLines = linesOf(diagonal);
const knightSteps = stepsOf(leaps);
const kingSteps = stepsOf([...straight, ...diagonal]);
const pawnSteps = [
  stepsOf([
    [-1, 1],
    [1, 1],
  ]),
  stepsOf([
    [-1, -1],
    [1, -1],
  ]),
] as const;

const none: readonly never[] = [];

/** Squares along each rank and file, nearest first. */
export const straightFrom = (square: number): readonly (readonly number[])[] => straightLines[square] ?? none;

/** Squares along each diagonal, nearest first. */
export const diagonalFrom = (square: number): readonly (readonly number[])[] => diagonalLines[square] ?? none;

export const knightFrom = (square: number): readonly number[] => knightSteps[square] ?? none;

export const kingFrom = (square: number): readonly number[] => kingSteps[square] ?? none;

/** Squares a pawn of the colour attacks from here. */
export const pawnFrom = (square: number, side: number): readonly number[] =>
  pawnSteps[side === 0 ? 0 : 1][square] ?? none;
