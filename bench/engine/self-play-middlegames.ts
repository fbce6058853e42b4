import { startFen } from '../../engine/fen.ts';
import { SingleEngine } from '../../engine/single-engine.ts';
import { randomFrom } from '../../engine/testing/random.ts';
import { Book } from '../../engine/book/polyglot.ts';
import { bookOpenings, openings } from './openings.ts';
import { Referee } from './referee.ts';

const nodes = 20_000;
/** The fewest men of a middlegame. */
const fewestMen = 20;
const balanced = 150;
const earliestPly = 20;
const latestPly = 50;

/** Middlegames of short self-play games of our engine, one per game, from a book or random openings. */
export async function unseenMiddlegames(count: number, seed: number, book?: string): Promise<string[]> {
  const referee = await Referee.open();
  const engine = await SingleEngine.open();
  const random = randomFrom(seed);
  const fens: string[] = [];
  const lines = book ? bookOpenings(await Book.open(book), referee, seed) : openings(referee, seed);
  for await (const opening of lines) {
    const wanted = earliestPly + Math.floor(random() * (latestPly - earliestPly));
    const fen = playTo(engine, opening, wanted);
    if (fen !== undefined) fens.push(fen);
    if (fens.length >= count) break;
  }
  return fens;
}

/** The position after `plies`; undefined when it is not a middlegame or is decided. */
function playTo(engine: SingleEngine, opening: readonly string[], plies: number): string | undefined {
  engine.forget();
  engine.set(startFen, opening);
  for (let ply = opening.length; ; ply++) {
    if (engine.legal().length < 2 || engine.core.isGameDrawn()) return undefined;
    const [line] = engine.think({ nodes }).lines;
    if (Math.abs(line?.score ?? 0) > balanced) return undefined;
    if (ply >= plies) break;
    engine.core.makeMove(engine.core.bestMove());
  }
  const { fen } = engine;
  const men = (fen.split(' ')[0] ?? '').replaceAll(/[^a-z]/gi, '').length;
  return men >= fewestMen ? fen : undefined;
}
