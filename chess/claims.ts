import { makeMove } from './board/make.ts';
import { readBoard, writeFen } from './board/text.ts';
import { findMove, type WantedMove } from './find-move.ts';
import { currentFen, type Game, positionsOf } from './game.ts';
import { clocksOf, legalMoves, occurrencesOf } from './position.ts';

/** The counts on which claims of a draw depend. */
export interface ClaimCounts {
  /** How often the position has occurred. */
  occurrences: number;
  /** Half-moves without capture or pawn move. */
  halfmoves: number;
}

/** The counts of the current position. */
export function countsOnBoard(game: Game): ClaimCounts {
  const fen = currentFen(game);
  return {
    occurrences: occurrencesOf(fen, positionsOf(game).slice(0, -1)),
    halfmoves: clocksOf(fen).halfmoves,
  };
}

/** The counts of the position after a legal move (FIDE 9.2.1, 9.3.1). */
export function countsAfter(game: Game, wanted: WantedMove): ClaimCounts {
  const board = readBoard(currentFen(game));
  makeMove(board, findMove(board, wanted));
  const fen = writeFen(board);
  return { occurrences: occurrencesOf(fen, positionsOf(game)), halfmoves: board.halfmoves };
}

export const isThreefold = ({ occurrences }: ClaimCounts): boolean => occurrences >= 3;
export const isFiftyMoves = ({ halfmoves }: ClaimCounts): boolean => halfmoves >= 100;

const isClaim = (counts: ClaimCounts): boolean => isThreefold(counts) || isFiftyMoves(counts);

/** Whether the side to move can claim a draw: at once, or only together with one of its moves. */
export function claimOf(game: Game): 'now' | 'with_move' | null {
  if (game.outcome) return null;
  const now = countsOnBoard(game);
  if (isClaim(now)) return 'now';
  // without captures and pawn moves the third occurrence is eight half-moves after the first
  const quiet = Math.min(game.moves.length, now.halfmoves);
  if (quiet < 7 && now.halfmoves < 99) return null;
  const moves = legalMoves(currentFen(game));
  return moves.some((move) => isClaim(countsAfter(game, move))) ? 'with_move' : null;
}
