import { playSan } from '../../../chess/board/san.ts';
import { readBoard, writeFen } from '../../../chess/board/text.ts';
import { findPacked } from '../../../chess/find-move.ts';
import { coordinatesOf, type Move, parseCoordinates } from '../../../chess/move.ts';
import { clocksOf, legalMoves, packedMove, turnOf, unpackMove } from '../../../chess/position.ts';
import { movesBySan } from '../../../chess/san-read.ts';

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

/** The position after a move that was typed: `Nf3`, `e2e4`, `O-O`. Null where it means no legal move, or several. */
export function positionAfterText(fen: string, text: string): string | null {
  const move = readMove(fen, text.trim());
  return (move && stepsOf(fen, [coordinatesOf(move)])[0]?.fen) ?? null;
}

function readMove(fen: string, text: string): Move | null {
  const small = text.toLowerCase();
  const spellings = [text, small, `${small.slice(0, 1).toUpperCase()}${small.slice(1)}`];
  const board = readBoard(fen);
  const [move, ...others] =
    spellings.map((each) => movesBySan(board, each)).find((moves) => moves.length > 0) ?? [];
  return move === undefined || others.length > 0 ? null : unpackMove(move);
}
