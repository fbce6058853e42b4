/**
 * A second, simplest implementation of the rules of chess, independent of the core: the reference for its move
 * generator.
 */
import { attackers } from '../fen-rules.ts';
import { noSquare, type Setup } from '../position-setup.ts';

export interface SlowMove {
  from: number;
  to: number;
  /** Piece type, 0 for none. */
  promotion: number;
}

const directions: Record<number, number[][]> = {
  2: [-2, -1, 1, 2]
    .flatMap((x) => [-2, -1, 1, 2].map((y) => [x, y]))
    .filter(([x = 0, y = 0]) => x * x + y * y === 5),
  3: [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ],
  4: [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ],
};
directions[5] = [...(directions[3] ?? []), ...(directions[4] ?? [])];
directions[6] = directions[5];

export function slowMoves(setup: Setup): SlowMove[] {
  const moves: SlowMove[] = [];
  for (let from = 0; from < 64; from++) {
    const piece = setup.board[from] ?? 0;
    if (piece === 0 || piece >> 3 !== setup.side) continue;
    if ((piece & 7) === 1) pawnMoves(setup, from, moves);
    else pieceMoves(setup, from, piece & 7, moves);
  }
  castles(setup, moves);
  return moves.filter((move) => {
    const after = slowMake(setup, move);
    return attackers(after, after.board.indexOf((setup.side << 3) | 6), after.side) === 0;
  });
}

export function slowPerft(setup: Setup, depth: number): number {
  if (depth === 0) return 1;
  let nodes = 0;
  for (const move of slowMoves(setup)) nodes += slowPerft(slowMake(setup, move), depth - 1);
  return nodes;
}

export function slowMake(setup: Setup, move: SlowMove): Setup {
  const board = setup.board.slice();
  const piece = board[move.from] ?? 0;
  const isPawn = (piece & 7) === 1;
  const isCapture = board[move.to] !== 0;
  board[move.from] = 0;
  board[move.to] = move.promotion ? (piece & 8) | move.promotion : piece;
  if (isPawn && move.to === setup.passing) board[setup.side ? move.to + 8 : move.to - 8] = 0;
  if ((piece & 7) === 6 && Math.abs(move.to - move.from) === 2) {
    const isShort = move.to > move.from;
    board[isShort ? move.to + 1 : move.to - 2] = 0;
    board[isShort ? move.to - 1 : move.to + 1] = (setup.side << 3) | 4;
  }
  let castling = setup.castling;
  const homes = [
    [7, 4],
    [0, 4],
    [63, 60],
    [56, 60],
  ];
  for (const [index, squares] of homes.entries())
    if (squares.includes(move.from) || squares.includes(move.to)) castling &= ~(1 << index);
  const isDouble = isPawn && Math.abs(move.to - move.from) === 16;
  return {
    board,
    side: setup.side ? 0 : 1,
    castling,
    passing: isDouble ? (move.from + move.to) / 2 : noSquare,
    clock: isPawn || isCapture ? 0 : setup.clock + 1,
    moveNumber: setup.moveNumber + setup.side,
  };
}

function pieceMoves(setup: Setup, from: number, type: number, moves: SlowMove[]): void {
  for (const [x = 0, y = 0] of directions[type] ?? []) {
    let file = (from & 7) + x;
    let rank = (from >> 3) + y;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const to = rank * 8 + file;
      const there = setup.board[to] ?? 0;
      if (there !== 0 && there >> 3 === setup.side) break;
      moves.push({ from, to, promotion: 0 });
      if (there !== 0 || type === 2 || type === 6) break;
      file += x;
      rank += y;
    }
  }
}

function pawnMoves(setup: Setup, from: number, moves: SlowMove[]): void {
  const up = setup.side ? -8 : 8;
  const add = (to: number) => {
    const isLast = to < 8 || to >= 56;
    for (const promotion of isLast ? [5, 4, 3, 2] : [0]) moves.push({ from, to, promotion });
  };
  if (setup.board[from + up] === 0) {
    add(from + up);
    const isHome = from >> 3 === (setup.side ? 6 : 1);
    if (isHome && setup.board[from + 2 * up] === 0) add(from + 2 * up);
  }
  for (const aside of [-1, 1]) {
    const file = (from & 7) + aside;
    const to = from + up + aside;
    const there = setup.board[to] ?? 0;
    if (file < 0 || file > 7) continue;
    if (to === setup.passing || (there !== 0 && there >> 3 !== setup.side)) add(to);
  }
}

function castles(setup: Setup, moves: SlowMove[]): void {
  const king = setup.side ? 60 : 4;
  const rights = setup.castling >> (setup.side * 2);
  const isFree = (squares: number[]) => squares.every((square) => setup.board[square] === 0);
  const isSafe = (squares: number[]) =>
    squares.every((square) => attackers(setup, square, setup.side ^ 1) === 0);
  if (rights & 1 && isFree([king + 1, king + 2]) && isSafe([king, king + 1]))
    moves.push({ from: king, to: king + 2, promotion: 0 });
  if (rights & 2 && isFree([king - 1, king - 2, king - 3]) && isSafe([king, king - 1]))
    moves.push({ from: king, to: king - 2, promotion: 0 });
}
