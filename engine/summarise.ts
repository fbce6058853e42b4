import { type Analysis, mateIn, mateScore } from './result.ts';
import type { ThreadResult } from './thread.ts';

/** Combines the results of all threads of one search, which took `elapsed` milliseconds. */
export function summarise(results: ThreadResult[], elapsed: number): Analysis {
  const [main] = results;
  if (!main) throw new Error('a search has at least one thread');
  const timeMs = Math.round(elapsed);
  if (main.isOver) return overAlready(main, timeMs);
  const best = mostTrusted(results, main);
  const [line] = best.lines;
  const nodes = results.reduce((sum, result) => sum + result.nodes, 0);
  const score = line?.score ?? best.staticEval;
  const [bestMove, ponderMove] = line?.moves ?? [];
  return {
    ...(bestMove === undefined ? {} : { bestMove }),
    ...(ponderMove === undefined ? {} : { ponderMove }),
    score,
    mateIn: mateIn(score),
    staticEval: best.staticEval,
    depth: best.depth,
    seldepth: line?.seldepth ?? 0,
    nodes,
    nps: Math.round((nodes * 1000) / Math.max(elapsed, 1)),
    timeMs,
    hashfull: main.hashfull,
    lines: best.lines,
    ...(main.tablebase ? { tablebase: main.tablebase } : {}),
  };
}

function overAlready(result: ThreadResult, timeMs: number): Analysis {
  const score = result.isCheck ? -mateScore : 0;
  return {
    score,
    mateIn: result.isCheck ? 0 : null,
    staticEval: result.isCheck ? -mateScore : 0,
    depth: 0,
    seldepth: 0,
    nodes: 0,
    nps: 0,
    timeMs,
    hashfull: 0,
    lines: [],
  };
}

/** The thread with the greatest depth; among equals the first, unless another one found a mate. */
function mostTrusted(results: ThreadResult[], main: ThreadResult): ThreadResult {
  let best = main;
  for (const result of results) {
    const score = result.lines[0]?.score ?? -mateScore;
    const held = best.lines[0]?.score ?? -mateScore;
    if (result.depth > best.depth) best = result;
    else if (result.depth === best.depth && score > held && mateIn(score) !== null) best = result;
  }
  return best;
}
