import { type Book, chooseBookMove } from '../../engine/book/polyglot.ts';
import { parseFen, startFen } from '../../engine/fen.ts';
import { EnginePool } from '../../engine/pool.ts';
import { randomFrom } from '../../engine/testing/random.ts';
import type { Referee } from './referee.ts';

const plies = 8;
const bookPlies = 16;
/** Centipawns; a start further from equality is not fair. */
const fair = 60;

/** Lines of a book, chosen by their weights; a seed determines the sequence. */
export function* bookOpenings(book: Book, referee: Referee, seed: number): Generator<string[]> {
  const random = randomFrom(seed);
  for (;;) {
    const moves: string[] = [];
    while (moves.length < bookPlies) {
      referee.set(startFen, moves);
      const legal = referee.legal();
      const known = book.find(parseFen(referee.fen)).filter(({ move }) => legal.includes(move));
      const move = chooseBookMove(known, random());
      if (move === undefined) break;
      moves.push(move);
    }
    if (moves.length >= plies) yield moves;
  }
}

/** Lines of random moves that our engine evaluates as balanced. */
export async function* openings(referee: Referee, seed: number): AsyncGenerator<string[]> {
  const random = randomFrom(seed);
  const pool = await EnginePool.open({ threads: 1, hashMb: 8 });
  try {
    for (;;) {
      const moves: string[] = [];
      for (let ply = 0; ply < plies; ply++) {
        referee.set(startFen, moves);
        const legal = referee.legal();
        const move = legal[Math.floor(random() * legal.length)];
        if (move === undefined) break;
        moves.push(move);
      }
      referee.set(startFen, moves);
      if (moves.length < plies || referee.verdict()) continue;
      const { score } = await pool.analyse({ fen: startFen, moves, depth: 10 });
      if (Math.abs(score) <= fair) yield moves;
    }
  } finally {
    await pool.close();
  }
}
