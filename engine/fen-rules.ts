import { FenError, noSquare, type Setup } from './position-setup.ts';

const pawn = 1;
const king = 6;
/** Men of each kind at the start; more than these must be promoted pawns. */
const atStart = [0, 8, 2, 2, 2, 1, 1];

/** Throws for an impossible position: kings, pawns, checks, rights, en passant, promotions. */
export function checkSetup(setup: Setup): void {
  for (const side of [0, 1]) checkMen(setup, side);
  for (const [square, piece] of setup.board.entries()) {
    if ((piece & 7) === pawn && (square < 8 || square >= 56))
      throw new FenError('pawns never stand on the first or last rank');
  }
  checkCastling(setup);
  checkPassing(setup);
  const waiting = setup.side ^ 1;
  if (attackers(setup, kingOf(setup, waiting), setup.side) > 0)
    throw new FenError('the side that is not to move is in check');
  if (attackers(setup, kingOf(setup, setup.side), waiting) > 2)
    throw new FenError('no king is in check by more than two men');
}

function checkMen(setup: Setup, side: number): void {
  const count = Array.from({ length: 7 }, () => 0);
  let men = 0;
  for (const piece of setup.board) {
    if (piece === 0 || piece >> 3 !== side) continue;
    count[piece & 7] = (count[piece & 7] ?? 0) + 1;
    men++;
  }
  const name = side ? 'Black' : 'White';
  if (count[king] !== 1) throw new FenError(`${name} has one king, not ${count[king] ?? 0}`);
  const pawns = count[pawn] ?? 0;
  if (pawns > 8 || men > 16) throw new FenError(`${name} has at most 16 men, 8 of them pawns`);
  let promoted = 0;
  for (let type = 2; type < king; type++) promoted += Math.max(0, (count[type] ?? 0) - (atStart[type] ?? 0));
  if (promoted > 8 - pawns) throw new FenError(`${name} has more pieces than pawns could become`);
}

function checkCastling(setup: Setup): void {
  const homes = [
    { king: 4, rook: 7 },
    { king: 4, rook: 0 },
    { king: 60, rook: 63 },
    { king: 60, rook: 56 },
  ];
  for (const [index, home] of homes.entries()) {
    const color = index >= 2 ? 8 : 0;
    const isHome = setup.board[home.king] === (color | king) && setup.board[home.rook] === (color | 4);
    if (setup.castling & (1 << index) && !isHome)
      throw new FenError('castling rights need king and rook on their squares');
  }
}

function checkPassing(setup: Setup): void {
  const square = setup.passing;
  if (square === noSquare) return;
  const isWhite = setup.side === 0;
  const up = isWhite ? 8 : -8;
  const isPassed =
    square >> 3 === (isWhite ? 5 : 2) &&
    setup.board[square] === 0 &&
    setup.board[square + up] === 0 &&
    setup.board[square - up] === (isWhite ? 9 : 1);
  if (!isPassed) throw new FenError('the en-passant square lies behind a pawn that just moved two squares');
}

function kingOf(setup: Setup, side: number): number {
  return setup.board.indexOf((side << 3) | king);
}

const straight = [1, -1, 8, -8];
const diagonal = [7, -7, 9, -9];
const leaps = [6, -6, 10, -10, 15, -15, 17, -17];

/** How many men of `by` attack the square. */
export function attackers(setup: Setup, square: number, by: number): number {
  const color = by << 3;
  let found = 0;
  for (const step of leaps) if (at(setup, square, step) === (color | 2)) found++;
  for (const step of [...straight, ...diagonal]) if (at(setup, square, step) === (color | king)) found++;
  for (const step of by ? [7, 9] : [-7, -9]) if (at(setup, square, step) === (color | pawn)) found++;
  for (const step of straight) if ([color | 4, color | 5].includes(firstAlong(setup, square, step))) found++;
  for (const step of diagonal) if ([color | 3, color | 5].includes(firstAlong(setup, square, step))) found++;
  return found;
}

/** The man one step away; 0 for a step around the edge. */
function at(setup: Setup, square: number, step: number): number {
  const to = square + step;
  if (to < 0 || to > 63 || Math.abs((to & 7) - (square & 7)) > 2) return 0;
  return setup.board[to] ?? 0;
}

function firstAlong(setup: Setup, square: number, step: number): number {
  let from = square;
  for (;;) {
    const to = from + step;
    if (to < 0 || to > 63 || Math.abs((to & 7) - (from & 7)) > 1) return 0;
    const piece = setup.board[to] ?? 0;
    if (piece !== 0) return piece;
    from = to;
  }
}
