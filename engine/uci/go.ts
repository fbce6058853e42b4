import type { AnalysisRequest } from '../request.ts';
import { planTime } from './clock.ts';

export interface GoCommand {
  isPonder: boolean;
  isInfinite: boolean;
  /** Depth of a leaf count; it replaces the search. */
  perft?: number;
  /** The moves in the GUI's spelling. */
  searchMoves: string[];
  depth?: number;
  nodes?: number;
  mate?: number;
  movetime?: number;
  time: [number | undefined, number | undefined];
  increment: [number, number];
  movesToGo?: number;
  /** Descriptions of unreadable parts, for people. */
  faults: string[];
}

const counts = ['depth', 'nodes', 'mate', 'movetime', 'perft'] as const;
const clocks = ['wtime', 'btime', 'winc', 'binc', 'movestogo'] as const;
const numbers: readonly string[] = [...counts, ...clocks];
const keywords = new Set([...numbers, 'ponder', 'infinite', 'searchmoves']);

/**
 * Reads `go …`. Unknown words are reported and ignored. A limit without a number, or of zero, becomes the smallest
 * value, so that a limited search never runs for ever.
 */
export function parseGo(words: string[]): GoCommand {
  const found = new Map<string, number>();
  const go: GoCommand = {
    isPonder: false,
    isInfinite: false,
    searchMoves: [],
    time: [undefined, undefined],
    increment: [0, 0],
    faults: [],
  };
  const unknown: string[] = [];
  let rest = words;
  while (rest.length > 0) {
    const [word = '', ...after] = rest;
    const end = after.findIndex((each) => keywords.has(each));
    const values = end < 0 ? after : after.slice(0, end);
    rest = after.slice(values.length);
    if (word === 'ponder') go.isPonder = true;
    else if (word === 'infinite') go.isInfinite = true;
    else if (word === 'searchmoves') go.searchMoves = values.splice(0);
    else if (numbers.includes(word)) found.set(word, readNumber(word, values.shift(), go.faults));
    else values.unshift(word);
    unknown.push(...values.slice(0, 5));
  }
  if (unknown.length > 0) go.faults.push(`go does not know ${listed(unknown)}`);
  for (const name of counts) {
    const value = found.get(name);
    if (value !== undefined) go[name] = Math.max(1, value);
  }
  // a search for a mate would not end in a position without one
  if ((found.get('mate') ?? 1) < 1) go.depth = 1;
  go.time = [found.get('wtime'), found.get('btime')];
  go.increment = [Math.max(0, found.get('winc') ?? 0), Math.max(0, found.get('binc') ?? 0)];
  const movesToGo = found.get('movestogo');
  if (movesToGo !== undefined && movesToGo > 0) go.movesToGo = movesToGo;
  return go;
}

/** The number, or zero with a fault. Clocks may be negative. */
function readNumber(name: string, text: string | undefined, faults: string[]): number {
  const value = Number(text ?? Number.NaN);
  const isCount = counts.some((each) => each === name);
  if (Number.isFinite(value) && (value >= 0 || !isCount)) return value;
  const instead = text === undefined ? 'and there is none' : `not ${listed([text])}`;
  faults.push(`go ${name} takes a number, ${instead}: taken as ${isCount ? 1 : 0}`);
  return 0;
}

/** A few words of the input, for a message. */
export function listed(words: readonly string[]): string {
  return words
    .slice(0, 5)
    .map((word) => word.slice(0, 20))
    .join(', ');
}

/** Limits for the side to move. A pondering or infinite search has no time limit until `ponderhit` or `stop`. */
export function goLimits(go: GoCommand, side: 0 | 1, overhead: number): Partial<AnalysisRequest> {
  const limits: Partial<AnalysisRequest> = {};
  if (go.depth !== undefined) limits.depth = go.depth;
  if (go.nodes !== undefined) limits.nodes = go.nodes;
  if (go.mate !== undefined) limits.mate = go.mate;
  if (go.searchMoves.length > 0) limits.searchMoves = go.searchMoves;
  if (go.isInfinite || go.isPonder) return limits;
  return { ...limits, ...goTime(go, side, overhead) };
}

/** The time limits of the move, also used after `ponderhit`. */
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
