import type { Board } from './board/board.ts';
import type { PackedMove } from './board/make.ts';
import { repetitionKey } from './board/repetition.ts';
import { playSan } from './board/san.ts';
import { readBoard, writeFen } from './board/text.ts';
import { findMove } from './find-move.ts';
import type { PlayedMove } from './game.ts';
import type { Move } from './move.ts';
import type { Outcome } from './outcome.ts';
import { endByCounts, endOnBoard, unpackMove } from './position.ts';

/** Makes a legal move on the board and returns its stored form. */
export function playOn(board: Board, move: PackedMove, offersDraw = false): PlayedMove {
  const san = playSan(board, move);
  return { ...unpackMove(move), san, fen: writeFen(board), offersDraw };
}

/**
 * A game's moves from their stored form, in linear time. Does not look for an end: the moves were played. Throws
 * `illegal_move` and similar errors for illegal moves.
 */
export function replayMoves(startFen: string, moves: readonly Move[]): PlayedMove[] {
  const board = readBoard(startFen);
  return moves.map((move) => playOn(board, findMove(board, move)));
}

/** A board for the replay of a whole game, with a count of every position. */
export interface Timeline {
  readonly board: Board;
  /** How often the current position has occurred. */
  readonly occurrences: () => number;
  /** The outcome of the current position without a claim. */
  readonly end: () => Outcome | null;
  readonly play: (move: PackedMove) => PlayedMove;
}

export function openTimeline(startFen: string): Timeline {
  const board = readBoard(startFen);
  const counts = new Map<string, number>();
  let current = 0;
  count();

  function count(): void {
    // after a capture or a pawn move no earlier position occurs again
    if (board.halfmoves === 0) counts.clear();
    const key = repetitionKey(board);
    current = (counts.get(key) ?? 0) + 1;
    counts.set(key, current);
  }

  return {
    board,
    occurrences: () => current,
    end: () => endOnBoard(board) ?? endByCounts(board, current),
    play: (move) => {
      const played = playOn(board, move);
      count();
      return played;
    },
  };
}
