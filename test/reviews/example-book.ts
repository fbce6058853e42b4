import { squareOf } from '../../chess/board/board.ts';
import { readPlayedMoves } from '../../chess/review/played-moves.ts';
import { bookKey } from '../../engine/book/polyglot.ts';
import { parseFen } from '../../engine/fen.ts';
import type { ExampleGame } from './read-games.ts';

/** An opening book in Polyglot format, from the first `bookPlies` half-moves of each game. */
export function bookOf(games: readonly ExampleGame[]): Buffer {
  const entries = new Map<string, Buffer>();
  for (const { startFen, moves, bookPlies } of games) {
    const fens = [startFen, ...readPlayedMoves(startFen, moves).map(({ fen }) => fen)];
    for (const [index, move] of moves.slice(0, bookPlies).entries()) {
      const entry = entryOf(fens[index] ?? startFen, move);
      entries.set(entry.toString('hex'), entry);
    }
  }
  return Buffer.concat([...entries.values()].toSorted(Buffer.compare));
}

function entryOf(fen: string, move: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64BE(bookKey(parseFen(fen)), 0);
  bytes.writeUInt16BE((squareOf(move.slice(0, 2)) << 6) | squareOf(move.slice(2, 4)), 8);
  bytes.writeUInt16BE(1, 10);
  return bytes;
}
