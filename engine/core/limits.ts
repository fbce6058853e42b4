/** When to stop: a flag anybody may set, nodes, and the clock. Only thread 0 watches the clock. */
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

export let nodes: u64 = 0;
export let stopped: bool = false;
export let selectiveDepth: i32 = 0;
let pollAt: u64 = 0;
let nodeLimit: u64 = 0;
let deadline: f64 = 0;
let startedAt: f64 = 0;
let mayStop: bool = false;

export function startCounting(isMain: bool, maxNodes: f64, hardMs: f64): void {
  startedAt = now();
  deadline = startedAt + hardMs;
  nodeLimit = <u64>maxNodes;
  nodes = 0;
  stopped = false;
  selectiveDepth = 0;
  mayStop = isMain;
  pollAt = 1;
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
  if (mayStop && (nodes >= nodeLimit || now() >= deadline)) stopAll();
  if (atomic.load<i32>(STOP)) stopped = true;
  pollAt = nodes + POLL_EVERY;
  if (pollAt > nodeLimit) pollAt = nodeLimit;
}

export function stopAll(): void {
  atomic.store<i32>(STOP, 1);
  stopped = true;
}
