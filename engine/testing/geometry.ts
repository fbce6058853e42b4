/** Targets of pieces on an empty board, in the simplest form, independent of the core. */
const straight = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const diagonal = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
const jumps = [
  [1, 2],
  [2, 1],
  [-1, 2],
  [-2, 1],
  [1, -2],
  [2, -1],
  [-1, -2],
  [-2, -1],
] as const;

const steps = [[], [], jumps, diagonal, straight, [...straight, ...diagonal], [...straight, ...diagonal]];

function walk(square: number, [x, y]: readonly [number, number], longest: number): Uint8Array {
  const squares: number[] = [];
  let file = square & 7;
  let rank = square >> 3;
  while (squares.length < longest) {
    file += x;
    rank += y;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
    squares.push(rank * 8 + file);
  }
  return Uint8Array.from(squares);
}

/** `rays[type][square]`: squares in each direction, nearest first; one step for knight (2) and king (6). */
export const rays: Uint8Array[][][] = steps.map((directions, type) =>
  Array.from({ length: 64 }, (_, square) =>
    directions.map((direction) => walk(square, direction, type === 2 || type === 6 ? 1 : 7)),
  ),
);

/** Squares a pawn of the colour attacks. */
export function pawnTargets(color: number, square: number): number[] {
  const up = color ? -1 : 1;
  const rank = (square >> 3) + up;
  if (rank < 0 || rank > 7) return [];
  return [(square & 7) - 1, (square & 7) + 1]
    .filter((file) => file >= 0 && file < 8)
    .map((file) => rank * 8 + file);
}

/** Whether a piece of the type on `from` reaches `to`, with the men on `squares` in the way. */
export function reaches(type: number, color: number, from: number, to: number, squares: Uint8Array): boolean {
  if (type === 1) {
    const ahead = (to >> 3) - (from >> 3) === (color ? -1 : 1);
    return ahead && Math.abs((to & 7) - (from & 7)) === 1;
  }
  const file = (to & 7) - (from & 7);
  const rank = (to >> 3) - (from >> 3);
  if (type === 6) return file * file <= 1 && rank * rank <= 1 && from !== to;
  const far = Math.max(Math.abs(file), Math.abs(rank));
  if (type === 2) return far === 2 && Math.abs(file) + Math.abs(rank) === 3;
  const isStraight = file === 0 || rank === 0;
  const isDiagonal = Math.abs(file) === Math.abs(rank);
  if (far === 0 || !((isStraight && type !== 3) || (isDiagonal && type !== 4))) return false;
  const step = Math.sign(rank) * 8 + Math.sign(file);
  for (let square = from + step; square !== to; square += step)
    for (let slot = 0; slot < squares.length; slot++) if (squares[slot] === square) return false;
  return true;
}
