/** Code of the pool's threads: each runs one thread of one search at a time. */
import type { MessagePort } from 'node:worker_threads';
import { toCentipawns, toUnits } from './centipawns.ts';
import { type Core, instantiate, layout, setBoard } from './core.ts';
import { parseFen } from './fen.ts';
import { FenError } from './position-setup.ts';
import { findMove, legalMoves, playMoves } from './moves.ts';
import { clamp, type KnownPosition, limits } from './request.ts';
import { type Line, mateScore, type Progress, type TablebaseAnswer } from './result.ts';
import { copyNet } from './net.ts';
import { loadTables, type TableFile } from './tablebase/files.ts';
import { readRootLines, unknownToTables } from './root-lines.ts';
import { EngineError } from './errors.ts';

/** Memory that the threads of one search share. */
export interface SharedGroup {
  id: number;
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  threads: number;
  tableBytes: number;
  /** Bytes for tablebases behind the table, 0 without tablebases. */
  tablebaseBytes: number;
}

export interface Job {
  group: SharedGroup;
  /** Ids of groups that still exist; instances of other groups are released. */
  live: number[];
  thread: number;
  fen: string;
  moves: readonly string[];
  searchMoves: readonly string[];
  known: readonly KnownPosition[];
  depth: number;
  lines: number;
  nodes: number;
  softMs: number;
  hardMs: number;
  mateIn: number;
  port?: MessagePort;
}

export interface ThreadResult {
  depth: number;
  nodes: number;
  hashfull: number;
  lines: Line[];
  staticEval: number;
  isCheck: boolean;
  isOver: boolean;
  tablebase?: TablebaseAnswer;
}

interface Seat {
  core: Core;
  memory: WebAssembly.Memory;
  onReport: (rank: number, isLast: boolean) => void;
}

const seats = new Map<number, Seat>();

function seatFor(group: SharedGroup, live: number[]): Seat {
  for (const id of seats.keys()) if (!live.includes(id)) seats.delete(id);
  const known = seats.get(group.id);
  if (known) return known;
  const host = {
    now: () => performance.now(),
    report: (rank: number, isLast: number) => seat.onReport(rank, isLast !== 0),
  };
  const core = instantiate(group.module, group.memory, host);
  const seat: Seat = { core, memory: group.memory, onReport: () => {} };
  seats.set(group.id, seat);
  return seat;
}

/**
 * Prepares a group: the tables of a new memory, an empty transposition table. The table of a new memory is empty
 * already, but its pages are allocated at the first write; with `inAdvance` that happens now.
 */
export function prepareGroup(task: {
  group: SharedGroup;
  live: number[];
  isNew: boolean;
  inAdvance: boolean;
  tables: TableFile[];
}): void {
  const { core, memory } = seatFor(task.group, task.live);
  core.setThread(0);
  const behind = core.fixedBytes(task.group.threads) + task.group.tableBytes;
  if (task.isNew) {
    core.initTables();
    copyNet(core, memory);
    loadTables(core, memory, behind, task.tables);
  }
  if (!task.isNew || task.inAdvance)
    new Uint8Array(memory.buffer, core.fixedBytes(task.group.threads), task.group.tableBytes).fill(0);
  core.forget();
}

/** Makes this thread ready to search with a group. */
export function takeSeat(task: { group: SharedGroup; live: number[] }): void {
  seatFor(task.group, task.live);
}

/** An error of the caller, returned as a value, because errors lose their class between threads. */
export interface Refusal {
  refused: 'fen' | 'illegal_move';
  message: string;
}

export function searchThread(job: Job): ThreadResult | Refusal {
  try {
    return runSearch(job);
  } catch (error) {
    if (error instanceof FenError) return { refused: 'fen', message: error.message };
    if (error instanceof EngineError) return { refused: 'illegal_move', message: error.message };
    throw error;
  }
}

function runSearch(job: Job): ThreadResult {
  const seat = seatFor(job.group, job.live);
  const { core, memory } = seat;
  core.setThread(job.thread);
  if (job.thread === 0) for (const known of job.known) remember(seat, job, known);
  setBoard(core, parseFen(job.fen));
  playMoves(core, memory, job.moves);
  const isOver = legalMoves(core, memory).length === 0;
  const isCheck = core.inCheck() !== 0;
  const staticEval = toCentipawns(core.evaluate());
  if (isOver) return { depth: 0, nodes: 0, hashfull: 0, lines: [], staticEval, isCheck, isOver };

  core.clearRoot();
  for (const name of job.searchMoves) {
    const move = findMove(core, memory, name);
    if (move === undefined) throw new EngineError('illegal_move', `not a legal move: ${name.slice(0, 10)}`);
    core.addRoot(move);
  }
  const lines = Math.min(job.lines, job.searchMoves.length || legalMoves(core, memory).length);
  const started = performance.now();
  const { port } = job;
  seat.onReport = (rank) => {
    const line = port && readRootLines(seat, lines)[rank];
    if (!line) return;
    port.postMessage({
      ...line,
      nodes: totalNodes(seat, job.group.threads),
      depth: readReport(seat, layout.reportDepth),
      hashfull: readReport(seat, layout.reportHashfull),
      timeMs: Math.round(performance.now() - started),
    } satisfies Progress);
  };
  const depth = core.iterate(job.thread, job.depth, job.lines, job.nodes, job.softMs, job.hardMs, job.mateIn);
  return {
    depth,
    nodes: readNodes(seat, core.getBlock()),
    hashfull: readReport(seat, layout.reportHashfull),
    lines: readRootLines(seat, lines),
    staticEval,
    isCheck,
    isOver,
    ...readTablebase(seat),
  };
}

/** Stores the known result of a position in the table, like a search of it. */
function remember({ core, memory }: Seat, job: Job, known: KnownPosition): void {
  setBoard(core, parseFen(job.fen));
  playMoves(core, memory, [...job.moves, ...known.moves]);
  const move = findMove(core, memory, known.move);
  if (move === undefined)
    throw new EngineError('illegal_move', `not a legal move: ${known.move.slice(0, 10)}`);
  core.remember(
    move,
    toUnits(clamp(known.score, -mateScore, mateScore)),
    clamp(known.depth, 1, limits.depth),
  );
}

/** The tablebases' result for the root. */
function readTablebase(seat: Seat): { tablebase?: TablebaseAnswer } {
  const wdl = readReport(seat, layout.reportTableWdl);
  if (wdl === unknownToTables) return {};
  return { tablebase: { wdl, dtz: readReport(seat, layout.reportTableDtz) } };
}

function readReport(seat: Seat, offset: number): number {
  return new DataView(seat.memory.buffer).getInt32(seat.core.getBlock() + layout.report + offset, true);
}

function readNodes(seat: Seat, block: number): number {
  const address = block + layout.report + layout.reportNodes;
  return Number(new DataView(seat.memory.buffer).getBigUint64(address, true));
}

function totalNodes(seat: Seat, threads: number): number {
  let nodes = 0;
  for (let thread = 0; thread < threads; thread++) nodes += readNodes(seat, seat.core.fixedBytes(thread));
  return nodes;
}
