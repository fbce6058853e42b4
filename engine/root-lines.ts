import { toCentipawns } from './centipawns.ts';
import { type Core, layout } from './core.ts';
import { moveName } from './moves.ts';
import { isMate, type Line, mateScore, scoreOfRank, unknownToTables } from './result.ts';

type Engine = { core: Core; memory: WebAssembly.Memory };

interface RootMove {
  line: Line;
  rank: number;
}

/**
 * The lines of the last search, best first, from the memory of the thread that searched. What tablebases know of a move
 * is its score, for the clock as it stands; mates that the search found are more exact still. No line of a position that
 * tablebases know claims more than the one above.
 */
export function readRootLines(engine: Engine, count: number): Line[] {
  const found = Array.from({ length: count }, (_, index) => readRootMove(engine, index));
  let below = -Infinity;
  for (const { line, rank } of found.toReversed()) {
    // of lost moves the one that holds out longest comes first, also when of others no mate was found
    if (line.score < below) line.score = scoreOfRank(rank) ?? line.score;
    below = line.score;
  }
  let above = Infinity;
  for (const { line, rank } of found) {
    if (rank !== unknownToTables) line.score = Math.min(line.score, above);
    above = line.score;
  }
  return found.map(({ line }) => line);
}

function readRootMove({ core, memory }: Engine, index: number): RootMove {
  const view = new DataView(memory.buffer, core.rootMove(index));
  const rank = view.getInt32(layout.rootTable, true);
  const length = view.getUint16(layout.rootLine, true);
  const line = {
    rank: index + 1,
    score: certainScore(toCentipawns(view.getInt32(layout.rootScore, true)), rank),
    seldepth: view.getInt32(layout.rootSeldepth, true),
    moves: Array.from({ length }, (_, ply) => moveName(view.getUint16(layout.rootLine + 2 + ply * 2, true))),
  };
  return { line, rank };
}

function certainScore(found: number, rank: number): number {
  if (rank === unknownToTables || isMate(found)) return found;
  const certain = scoreOfRank(rank);
  if (certain !== undefined) return certain;
  // Nobody can tell whether it comes in time: a draw, or better for the side that wins. What did not become best has no score.
  const estimate = found >= -mateScore ? found : 0;
  return rank > 0 ? Math.max(estimate, 0) : Math.min(estimate, 0);
}
