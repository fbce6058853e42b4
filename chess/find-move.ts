import { type Board, colourOf, king, kindOf, manAt, rook, squareName, squareOf } from './board/board.ts';
import { isSafe, pseudoLegalMovesFrom } from './board/generate.ts';
import { fromOf, packMove, type PackedMove, promotionOf, toOf } from './board/make.ts';
import { chessError } from './errors.ts';
import { promotions } from './move.ts';

/** A move as a client sent it, with unchecked members. */
export interface WantedMove {
  from: string;
  to: string;
  /** In upper or lower case; absent is null. */
  promotion?: string | null | undefined;
}

/**
 * The requested legal move. `e1h1` means castling where that is legal. Throws the error that explains an illegal
 * move.
 */
export function findMove(board: Board, wanted: WantedMove): PackedMove {
  const from = readSquare(wanted.from, 'from');
  const target = readSquare(wanted.to, 'to');
  const promotion = readPromotion(wanted.promotion);
  checkMover(board, from);

  const candidates = pseudoLegalMovesFrom(board, from);
  const to = castlingTarget(board, candidates, from, target);
  const legal = candidates.filter((move) => isSafe(board, move));
  const meant = legal.filter((move) => toOf(move) === to);
  const first = meant[0];
  const text = `${wanted.from}${wanted.to}`;
  if (first === undefined) {
    const isExposing = candidates.some((move) => toOf(move) === to);
    throw chessError(
      'illegal_move',
      isExposing ? 'error.illegal_move_check' : 'error.illegal_move',
      { move: text },
      { alternatives: [...new Set(legal.map((move) => squareName(toOf(move))))] },
    );
  }
  if (promotionOf(first) === 0) {
    if (promotion === 0) return first;
    throw chessError('promotion_not_allowed', 'error.promotion_not_allowed', { move: text });
  }
  if (promotion > 0) return packMove(from, to, promotion);
  throw chessError(
    'promotion_required',
    'error.promotion_required',
    { square: wanted.to, allowed: promotions.join(', ') },
    { alternatives: promotions },
  );
}

/** The move if it is legal; unlike {@link findMove} for complete moves only, and null instead of an error. */
export function findPacked(board: Board, move: PackedMove): PackedMove | null {
  const found = pseudoLegalMovesFrom(board, fromOf(move)).find((candidate) => candidate === move);
  return found !== undefined && isSafe(board, found) ? found : null;
}

function readSquare(text: string, field: 'from' | 'to'): number {
  const square = squareOf(text);
  if (square < 0) throw chessError('invalid_field', 'error.invalid_square', { field });
  return square;
}

function readPromotion(text: string | null | undefined): number {
  if (text === undefined || text === null) return 0;
  const index = promotions.findIndex((letter) => letter === text.toUpperCase());
  if (index >= 0) return index + 1;
  throw chessError('invalid_field', 'error.unknown_value', {
    field: 'promotion',
    allowed: promotions.join(', '),
  });
}

function checkMover(board: Board, from: number): void {
  const man = manAt(board, from);
  if (man === 0) throw chessError('empty_square', 'error.empty_square', { square: squareName(from) });
  if (colourOf(man) !== board.side)
    throw chessError('wrong_side', 'error.wrong_side', {
      side: { text: board.side === 0 ? 'side.white' : 'side.black' },
    });
}

/**
 * The target of a king's move from its home square onto its own rook in a corner: the castling square where castling
 * is legal.
 */
function castlingTarget(board: Board, candidates: readonly PackedMove[], from: number, to: number): number {
  const corner = board.side === 0 ? 0 : 56;
  const isToCorner = to === corner || to === corner + 7;
  // an own rook elsewhere blocks the move, even where the king could castle to that side
  if (from !== corner + 4 || !isToCorner || kindOf(manAt(board, from)) !== king) return to;
  if (manAt(board, to) !== board.side * 8 + rook) return to;
  const two = to > from ? from + 2 : from - 2;
  return candidates.some((move) => toOf(move) === two) ? two : to;
}
