import { playSan } from '../../../chess/board/san.ts';
import { readBoard, writeFen } from '../../../chess/board/text.ts';
import { findPacked } from '../../../chess/find-move.ts';
import { coordinatesOf, parseCoordinates } from '../../../chess/move.ts';
import { clocksOf, legalMoves, packedMove, turnOf } from '../../../chess/position.ts';

/** A move, and the position that it leads to. */
export interface Step {
  /** As coordinates, `e7e8q`. */
  move: string;
  san: string;
  fen: string;
}

/** Every legal move. */
export function movesFrom(fen: string): Step[] {
  return legalMoves(fen).flatMap((move) => stepsOf(fen, [coordinatesOf(move)]));
}

/** The moves of a line one by one; it ends before one that is not legal. */
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

/** `12.` before a move of White, `12...` before one of Black; other moves of Black have no number. */
export function numberBefore(fen: string, isFirst: boolean): string {
  const number = clocksOf(fen).fullmove;
  if (turnOf(fen) === 'white') return `${number}.`;
  return isFirst ? `${number}...` : '';
}
