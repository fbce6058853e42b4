/**
 * Moves that some thread is searching, so that the others try theirs first and come back to find the answer in the
 * table: a plain form of ABDADA (Weill 1996). A single thread never waits and never looks.
 */
import { BUSY, BUSY_ENTRIES, FRAME_DEFERRED, THREAD_COUNT } from './memory';

/** Below this depth asking costs more than searching twice. */
export const SHARED_DEPTH: i32 = 3;
/** The most moves that a node can put off. */
const MOST_DEFERRED: u32 = 32;

/** Whether other threads search the same position. */
export let shares: bool = false;

export function openBusy(): void {
  shares = load<i32>(THREAD_COUNT) > 1;
}

function nameOf(key: u64, move: i32): u64 {
  return key ^ (<u64>(move + 1) * 0x9e3779b97f4a7c15);
}

function cellOf(name: u64): usize {
  return BUSY + (<usize>(name >> 40) & <usize>(BUSY_ENTRIES - 1)) * 8;
}

export function isBusy(key: u64, move: i32): bool {
  const name = nameOf(key, move);
  return load<u64>(cellOf(name)) == name;
}

export function markBusy(key: u64, move: i32): void {
  const name = nameOf(key, move);
  store<u64>(cellOf(name), name);
}

export function clearBusy(key: u64, move: i32): void {
  const name = nameOf(key, move);
  const cell = cellOf(name);
  if (load<u64>(cell) == name) store<u64>(cell, 0);
}

/** Begins the list of moves put off in a frame. */
export function startDeferring(frame: usize): void {
  store<u32>(frame, 0, FRAME_DEFERRED);
}

/** Puts a move off, with its place in the order; false when the list is full. */
export function defer(frame: usize, move: i32, place: i32): bool {
  const count = load<u32>(frame, FRAME_DEFERRED);
  if (count == MOST_DEFERRED) return false;
  store<i32>(frame + FRAME_DEFERRED + 4 + (count << 2), move | (place << 16));
  store<u32>(frame, count + 1, FRAME_DEFERRED);
  return true;
}

/** The move put off last and its place, `move | place << 16`; 0 when there is none. */
export function nextDeferred(frame: usize): i32 {
  const count = load<u32>(frame, FRAME_DEFERRED);
  if (!count) return 0;
  store<u32>(frame, count - 1, FRAME_DEFERRED);
  return load<i32>(frame + FRAME_DEFERRED + (count << 2));
}
