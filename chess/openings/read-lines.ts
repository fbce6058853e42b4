import type { Board } from '../board/board.ts';
import { makeMove } from '../board/make.ts';
import { readBoard, writePosition } from '../board/text.ts';
import { startFen } from '../fen.ts';
import { movesBySan } from '../san-read.ts';

/** A name and the moves that lead to it. */
export interface OpeningLine {
  eco: string;
  name: string;
  /** SAN, from the start of the game. */
  moves: string[];
  /** Placement, side to move and castling rights after the last move. */
  position: string;
}

const row = /^((?: {2})*)([A-E]\d{2}) ([^|]+) \| (\S.*)$/;

/**
 * The lines of a table: code, moves and name. A line with two more spaces of indentation than a line above continues
 * that one.
 * @throws when a row can not be read, or one of its moves can not be played
 */
export function readLines(table: string): OpeningLine[] {
  const above: { line: OpeningLine; board: Board }[] = [];
  return table
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      const [, indent = '', eco = '', further = '', name = ''] = row.exec(text) ?? [];
      const depth = indent.length / 2;
      if (eco === '' || depth > above.length) throw new Error(`not a row of openings: ${text}`);
      above.length = depth;
      const parent = above.at(-1);
      const sans = further.split(' ');
      const board = copyOf(parent?.board ?? readBoard(startFen));
      for (const san of sans) play(board, san);
      const moves = [...(parent?.line.moves ?? []), ...sans];
      const line = { eco, name, moves, position: writePosition(board) };
      above.push({ line, board });
      return line;
    });
}

function copyOf(board: Board): Board {
  return { ...board, squares: board.squares.slice(), kings: [...board.kings] };
}

function play(board: Board, san: string): void {
  const [move, ...others] = movesBySan(board, san);
  if (move === undefined || others.length > 0) throw new Error(`${san} names no move of its own`);
  makeMove(board, move);
}
