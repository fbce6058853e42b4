import { attackersOf } from './board/attacks.ts';
import {
  bishop,
  type Board,
  colourOf,
  king,
  kindOf,
  kingOf,
  knight,
  manAt,
  pawn,
  queen,
  rook,
  squareName,
} from './board/board.ts';
import { passedPawn } from './board/make.ts';
import { chessError } from './errors.ts';
import { isExplained } from './fen-last-move.ts';
import type { MessageKey, MessageParams } from './locale.ts';

/** Throws `invalid_fen` for a position that certainly can not arise in a game. */
export function checkArises(board: Board): void {
  for (const side of [0, 1]) checkMen(board, side);
  for (let file = 0; file < 8; file++) {
    if (kindOf(manAt(board, file)) === pawn || kindOf(manAt(board, file + 56)) === pawn)
      refuse('error.fen_pawn_rank');
  }
  checkCastling(board);
  checkEnPassant(board);
  const waiting = board.side ^ 1;
  if (attackersOf(board, kingOf(board, waiting), board.side).length > 0) refuse('error.fen_check');
  const checkers = attackersOf(board, kingOf(board, board.side), waiting);
  if (checkers.length > 2 || (checkers.length === 2 && !isExplained(board, checkers)))
    refuse('error.fen_checkers');
}

/** Men beyond the initial number are promoted pawns; a bishop never changes the colour of its squares. */
function checkMen(board: Board, side: number): void {
  const count = Array.from({ length: 7 }, () => 0);
  let lightBishops = 0;
  for (const [square, man] of board.squares.entries()) {
    if (man === 0 || colourOf(man) !== side) continue;
    const kind = kindOf(man);
    count[kind] = (count[kind] ?? 0) + 1;
    if (kind === bishop && ((square >> 3) + square) % 2 === 1) lightBishops++;
  }
  const of = (kind: number) => count[kind] ?? 0;
  const beyond = (found: number, atStart: number) => Math.max(0, found - atStart);
  const promoted =
    beyond(of(queen), 1) +
    beyond(of(rook), 2) +
    beyond(of(knight), 2) +
    beyond(lightBishops, 1) +
    beyond(of(bishop) - lightBishops, 1);
  if (of(pawn) + promoted > 8)
    refuse('error.fen_men', { side: { text: side === 0 ? 'side.white' : 'side.black' } });
}

const homes = [
  { right: 'K', bit: 1, king: 4, rook: 7, colour: 0 },
  { right: 'Q', bit: 2, king: 4, rook: 0, colour: 0 },
  { right: 'k', bit: 4, king: 60, rook: 63, colour: 8 },
  { right: 'q', bit: 8, king: 60, rook: 56, colour: 8 },
];

function checkCastling(board: Board): void {
  for (const home of homes) {
    const isHome =
      manAt(board, home.king) === home.colour + king && manAt(board, home.rook) === home.colour + rook;
    if (board.castling & home.bit && !isHome) refuse('error.fen_castling', { right: home.right });
  }
}

/** The square is behind a pawn that has just made a double step, and the king was not in check before that. */
function checkEnPassant(board: Board): void {
  const { enPassant, side } = board;
  if (enPassant < 0) return;
  const pushed = passedPawn(enPassant, side);
  const origin = side === 0 ? enPassant + 8 : enPassant - 8;
  const hasComeOver =
    enPassant >> 3 === (side === 0 ? 5 : 2) &&
    manAt(board, enPassant) === 0 &&
    manAt(board, origin) === 0 &&
    manAt(board, pushed) === (side ^ 1) * 8 + pawn;
  if (!hasComeOver) refuse('error.fen_en_passant', { square: squareName(enPassant) });
  const before = board.squares.slice();
  before[origin] = before[pushed] ?? 0;
  before[pushed] = 0;
  if (attackersOf({ ...board, squares: before }, kingOf(board, side), side ^ 1).length > 0)
    refuse('error.fen_en_passant', { square: squareName(enPassant) });
}

function refuse(key: MessageKey, params: MessageParams = {}): never {
  throw chessError('invalid_fen', key, params);
}
