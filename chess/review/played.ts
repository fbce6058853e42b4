import { playSan } from '../board/san.ts';
import { readBoard, writeFen } from '../board/text.ts';
import { findMove } from '../find-move.ts';
import { type Move, parseCoordinates } from '../move.ts';
import { unpackMove } from '../position.ts';
import { chessError } from '../errors.ts';

/**
 * The moves of a game from their coordinates, with notation and positions.
 * @throws illegal_move, and whatever else is wrong with a move
 */
export function readPlayedMoves(
  startFen: string,
  moves: readonly string[],
): (Move & { san: string; fen: string })[] {
  const board = readBoard(startFen);
  return moves.map((text) => {
    const wanted = parseCoordinates(text);
    if (!wanted) throw chessError('illegal_move', 'error.illegal_move', { move: text.slice(0, 10) });
    const move = findMove(board, wanted);
    const san = playSan(board, move);
    return { ...unpackMove(move), san, fen: writeFen(board) };
  });
}
