import { toCentipawns } from './centipawns.ts';
import { type Core, layout } from './core.ts';
import { moveName } from './moves.ts';
import { type Line, mateIn, mateScore, tableWin } from './result.ts';

/** The core's mark for a position or move without a tablebase result (`core/values.ts`). */
export const unknownToTables = 0x7fff;
/** Ranks of certain wins (`core/root.ts`). */
const wonRank = 10_000;
/** The rank of wins that may be a half-move too late, which the tables do not show. */
const doubtfulRank = 5_000;
const longestWin = 100;

type Engine = { core: Core; memory: WebAssembly.Memory };

interface RootMove {
  line: Line;
  rank: number;
}

/**
 * The lines of the last search, best first, from the memory of the thread that searched. A move with a tablebase
 * result has its score, for the current clock; a mate that the search found is more precise and takes precedence. In
 * a tablebase position no line has a higher score than the line above it.
 */
export function readRootLines(engine: Engine, count: number): Line[] {
  const found = Array.from({ length: count }, (_, index) => readRootMove(engine, index));
  let below = -Infinity;
  for (const { line, rank } of found.toReversed()) {
    // among lost moves the longest resistance comes first, even where the search found a mate only for some
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
  // The win may come too late: a draw, or better for the winning side. A move that never was best has no score.
  const estimate = found >= -mateScore ? found : 0;
  return rank > 0 ? Math.max(estimate, 0) : Math.min(estimate, 0);
}

/** The score of a move's tablebase rank, for the current clock; undefined without a certain result. */
function scoreOfRank(rank: number): number | undefined {
  if (rank === unknownToTables) return undefined;
  const size = Math.abs(rank);
  if (size >= wonRank - longestWin) return Math.sign(rank) * (tableWin - (wonRank - size));
  return size <= doubtfulRank && size >= doubtfulRank - longestWin ? undefined : 0;
}

/** Whether the search has proved a mate. A move that never was best has no score, which is below every mate. */
function isMate(score: number): boolean {
  return mateIn(score) !== null && score >= -mateScore;
}
