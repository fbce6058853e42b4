import { playSan } from '../board/san.ts';
import { readBoard } from '../board/text.ts';
import { findPacked } from '../find-move.ts';
import { parseCoordinates } from '../move.ts';
import { packedMove } from '../position.ts';

/** Names of the moves of an engine's line; it ends before a move that is not legal. */
export function sanLine(fen: string, moves: readonly string[]): string[] {
  const board = readBoard(fen);
  const names: string[] = [];
  for (const text of moves) {
    const wanted = parseCoordinates(text);
    const move = wanted && findPacked(board, packedMove(wanted));
    if (move === null) break;
    names.push(playSan(board, move));
  }
  return names;
}
