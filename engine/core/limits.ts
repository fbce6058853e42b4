/**
 * When to stop: a flag anybody may set, nodes, and the clock. Only thread 0 watches nodes and clock, and it finishes
 * depth 1 whatever they say: before that there is no move worth naming.
 */
import { REPORT, STOP, T } from './memory';
import { now } from './host';

/** Offsets within the report of a thread. */
export const R_NODES: usize = 0;
export const R_DEPTH: usize = 8;
export const R_SELDEPTH: usize = 12;
export const R_HASHFULL: usize = 16;
export const R_LINES: usize = 20;
/** Win 2 to loss -2 by tablebases, 32767 when none knows the root. */
export const R_TABLE_WDL: usize = 24;
export const R_TABLE_DTZ: usize = 28;

const POLL_EVERY: u64 = 1024;
/** Quiescence of many queens takes seconds: a depth 1 that ought to be over looks no further after so many nodes. */
const FIRST_DEPTH_NODES: u64 = 4096;

export let nodes: u64 = 0;
export let stopped: bool = false;
export let selectiveDepth: i32 = 0;
let pollAt: u64 = 0;
let nodeLimit: u64 = 0;
let deadline: f64 = 0;
let startedAt: f64 = 0;
let isMain: bool = false;
let mustGoOn: bool = false;
/** Depth 1 has to come to its end: captures are not followed any more. */
export let hurries: bool = false;

export function startCounting(isFirst: bool, maxNodes: f64, hardMs: f64): void {
  startedAt = now();
  deadline = startedAt + hardMs;
  nodeLimit = <u64>maxNodes;
  nodes = 0;
  stopped = false;
  selectiveDepth = 0;
  isMain = isFirst;
  mustGoOn = isFirst;
  hurries = false;
  pollAt = 1;
}

/** Depth 1 is done: from now on limits count, also those passed meanwhile. */
export function allowStop(): void {
  mustGoOn = false;
  hurries = false;
  poll();
}

export function elapsed(): f64 {
  return now() - startedAt;
}

/** Counts a node; every so often looks whether to stop. */
export function countNode(): void {
  if (++nodes >= pollAt) poll();
}

export function reachDepth(ply: i32): void {
  if (ply > selectiveDepth) selectiveDepth = ply;
}

export function resetSelectiveDepth(): void {
  selectiveDepth = 0;
}

function poll(): void {
  store<u64>(T, nodes, REPORT + R_NODES);
  if (isMain && (nodes >= nodeLimit || now() >= deadline)) atomic.store<i32>(STOP, 1);
  const isOver = atomic.load<i32>(STOP) != 0;
  if (mustGoOn) hurries = isOver && nodes >= FIRST_DEPTH_NODES;
  else if (isOver) stopped = true;
  pollAt = nodes + POLL_EVERY;
  if (pollAt > nodeLimit) pollAt = nodeLimit;
}

export function stopAll(): void {
  atomic.store<i32>(STOP, 1);
  stopped = true;
}
