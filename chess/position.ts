import { inCheck } from './board/attacks.ts';
import { type Board, rights, squareName, squareOf } from './board/board.ts';
import { hasLegalMove, legalMovesOf } from './board/generate.ts';
import { fromOf, packMove, type PackedMove, promotionOf, toOf } from './board/make.ts';
import { repetitionKeyOf } from './board/repetition.ts';
import { letterOf, readBoard } from './board/text.ts';
import { isDead } from './dead-position.ts';
import { type Move, promotions } from './move.ts';
import { type Outcome, winOf } from './outcome.ts';
import { other, type Side } from './side.ts';

/** Functions of six fields from `readFen`. */

export const sideOf = (board: Board): Side => (board.side === 0 ? 'white' : 'black');

export const turnOf = (fen: string): Side => (fen.split(' ', 2)[1] === 'b' ? 'black' : 'white');

export const isCheck = (fen: string): boolean => inCheck(readBoard(fen));

/** Castling is the king's move of two squares; each promotion is a move of its own. */
export const legalMoves = (fen: string): Move[] => legalMovesOf(readBoard(fen)).map(unpackMove);

export function unpackMove(move: PackedMove): Move {
  return {
    from: squareName(fromOf(move)),
    to: squareName(toOf(move)),
    promotion: promotions[promotionOf(move) - 1] ?? null,
  };
}

export function packedMove({ from, to, promotion }: Move): PackedMove {
  return packMove(squareOf(from), squareOf(to), promotion ? promotions.indexOf(promotion) + 1 : 0);
}

/** Letters by square, upper case is White; empty squares are absent. */
export function boardOf(fen: string): Record<string, string> {
  const { squares } = readBoard(fen);
  const letters: Record<string, string> = {};
  for (const [square, man] of squares.entries()) if (man !== 0) letters[squareName(square)] = letterOf(man);
  return letters;
}

export function castlingOf(fen: string) {
  const { castling } = readBoard(fen);
  const has = (right: keyof typeof rights) => (castling & rights[right]) !== 0;
  return {
    white: { kingside: has('K'), queenside: has('Q') },
    black: { kingside: has('k'), queenside: has('q') },
  };
}

/** The square passed over by a double step, whether or not a capture is possible. */
export function enPassantOf(fen: string): string | null {
  const { enPassant } = readBoard(fen);
  return enPassant < 0 ? null : squareName(enPassant);
}

export function clocksOf(fen: string): { halfmoves: number; fullmove: number } {
  const { halfmoves, fullmove } = readBoard(fen);
  return { halfmoves, fullmove };
}

/** Ranks 8 to 1 with labels on both sides; each line ends with LF, the last one too. */
export function boardText(fen: string): string {
  const { squares } = readBoard(fen);
  const files = '  a b c d e f g h';
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
    const men = [...squares.subarray(rank * 8 - 8, rank * 8)];
    return `${rank} ${men.map(letterOf).join(' ')} ${rank}`;
  });
  return `${[files, ...ranks, files].join('\n')}\n`;
}

/**
 * How often the position has occurred, the current occurrence included. `before`: earlier positions of the game in
 * order.
 */
export function occurrencesOf(fen: string, before: readonly string[]): number {
  const key = repetitionKeyOf(fen);
  const { halfmoves } = clocksOf(fen);
  // no position recurs across a capture or a pawn move
  const first = Math.max(0, before.length - halfmoves);
  let count = 1;
  for (let index = before.length - 2; index >= first; index -= 2) {
    if (repetitionKeyOf(before[index] ?? '') === key) count++;
  }
  return count;
}

/**
 * The end of a position without a claim: checkmate (5.1.1), stalemate (5.2.1), dead position
 * (5.2.2), fivefold repetition (9.6.1), seventy-five moves (9.6.2). Mate takes precedence, by 9.6.2.
 */
export function endOf(fen: string, positionsBefore: readonly string[] = []): Outcome | null {
  const board = readBoard(fen);
  return endOnBoard(board) ?? endByCounts(board, occurrencesOf(fen, positionsBefore));
}

/** The outcome that follows from the board alone. */
export function endOnBoard(board: Board): Outcome | null {
  if (!hasLegalMove(board)) {
    return inCheck(board)
      ? { result: winOf(other(sideOf(board))), reason: 'Checkmate' }
      : { result: 'Draw', reason: 'Stalemate' };
  }
  return isDead(board) ? { result: 'Draw', reason: 'InsufficientMaterial' } : null;
}

export function endByCounts(board: Board, occurrences: number): Outcome | null {
  if (occurrences >= 5) return { result: 'Draw', reason: 'FivefoldRepetition' };
  return board.halfmoves >= 150 ? { result: 'Draw', reason: 'SeventyFiveMoveRule' } : null;
}
