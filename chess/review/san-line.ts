import { playSan } from '../board/san.ts';
import { readBoard, writeFen } from '../board/text.ts';
import { findPacked } from '../find-move.ts';
import { coordinatesOf, parseCoordinates } from '../move.ts';
import { packedMove } from '../position.ts';

/** A move, and the position that it leads to. */
export interface Step {
  /** As coordinates, `e7e8q`. */
  move: string;
  san: string;
  fen: string;
}

/** The moves of a line one by one; it ends before a move that is not legal. */
export function stepsOf(fen: string, moves: readonly string[]): Step[] {
  const board = readBoard(fen);
  const steps: Step[] = [];
  for (const text of moves) {
    const wanted = parseCoordinates(text);
    const move = wanted && findPacked(board, packedMove(wanted));
    if (wanted === null || move === null) break;
    const san = playSan(board, move);
    steps.push({ move: coordinatesOf(wanted), san, fen: writeFen(board) });
  }
  return steps;
}

/** Names of the moves of an engine's line. */
export function sanLine(fen: string, moves: readonly string[]): string[] {
  return stepsOf(fen, moves).map(({ san }) => san);
}
