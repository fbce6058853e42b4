import { playSan } from '../board/san.ts';
import { legalMovesOf } from '../board/generate.ts';
import { readBoard } from '../board/text.ts';
import { coordinatesOf } from '../move.ts';
import { unpackMove } from '../position.ts';

/** Names of the moves of an engine's line; it ends before a move that is not legal. */
export function sanLine(fen: string, moves: readonly string[]): string[] {
  const board = readBoard(fen);
  const names: string[] = [];
  for (const text of moves) {
    const move = legalMovesOf(board).find((candidate) => coordinatesOf(unpackMove(candidate)) === text);
    if (move === undefined) break;
    names.push(playSan(board, move));
  }
  return names;
}
