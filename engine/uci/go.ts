import type { AnalysisRequest } from '../request.ts';
import { planTime } from './clock.ts';

export interface GoCommand {
  isPonder: boolean;
  isInfinite: boolean;
  /** Counts leaves instead of searching. */
  perft?: number;
  searchMoves: string[];
  depth?: number;
  nodes?: number;
  mate?: number;
  movetime?: number;
  time: [number | undefined, number | undefined];
  increment: [number, number];
  movesToGo?: number;
}

const numbers = new Set('wtime btime winc binc movestogo depth nodes mate movetime perft'.split(' '));

/** Reads `go …`; what it doesn't understand it leaves out. */
export function parseGo(words: string[]): GoCommand {
  const found = new Map<string, number>();
  const go: GoCommand = {
    isPonder: words.includes('ponder'),
    isInfinite: words.includes('infinite'),
    searchMoves: [],
    time: [undefined, undefined],
    increment: [0, 0],
  };
  for (const [index, word] of words.entries()) {
    const value = Number(words[index + 1]);
    if (numbers.has(word) && Number.isFinite(value)) found.set(word, value);
  }
  const start = words.indexOf('searchmoves');
  if (start >= 0)
    for (const word of words.slice(start + 1)) {
      if (!/^[a-h][1-8][a-h][1-8][nbrq]?$/i.test(word)) break;
      go.searchMoves.push(word);
    }
  for (const name of ['depth', 'nodes', 'mate', 'movetime', 'perft'] as const) {
    const value = found.get(name);
    // Zero asks for the least there is, not for a search without end.
    if (value !== undefined) go[name] = Math.max(1, value);
  }
  go.time = [found.get('wtime'), found.get('btime')];
  go.increment = [Math.max(0, found.get('winc') ?? 0), Math.max(0, found.get('binc') ?? 0)];
  const movesToGo = found.get('movestogo');
  if (movesToGo !== undefined && movesToGo > 0) go.movesToGo = movesToGo;
  return go;
}

/** Limits for the side that thinks. A pondering or infinite search has none until it is told. */
export function goLimits(go: GoCommand, side: 0 | 1, overhead: number): Partial<AnalysisRequest> {
  const limits: Partial<AnalysisRequest> = {};
  if (go.depth !== undefined) limits.depth = go.depth;
  if (go.nodes !== undefined) limits.nodes = go.nodes;
  if (go.mate !== undefined) limits.mate = go.mate;
  if (go.searchMoves.length > 0) limits.searchMoves = go.searchMoves;
  if (go.isInfinite || go.isPonder) return limits;
  return { ...limits, ...goTime(go, side, overhead) };
}

/** Milliseconds for the move, also once a ponder move was played. */
export function goTime(go: GoCommand, side: 0 | 1, overhead: number): Partial<AnalysisRequest> {
  if (go.movetime !== undefined) return { movetime: Math.max(1, go.movetime - overhead) };
  const left = go.time[side];
  if (left === undefined) return {};
  const clock = { left, increment: go.increment[side] };
  const budget = planTime(
    go.movesToGo === undefined ? clock : { ...clock, movesToGo: go.movesToGo },
    overhead,
  );
  return { softtime: budget.softMs, movetime: budget.hardMs };
}
