/** Counting leaves: the proof of the move generator. */
import { FRAMES, FRAME_SIZE, T } from './memory';
import { ALL, ENTRY, generate } from './generate';
import { makeMove, unmakeMove } from './make';

/** Leaves at the depth; the last ply is counted, not made. */
export function perft(depth: i32): u64 {
  return depth <= 0 ? 1 : count(depth, T + FRAMES);
}

function count(depth: i32, list: usize): u64 {
  const end = generate(ALL, list);
  if (depth == 1) return <u64>((end - list) >> 3);
  let nodes: u64 = 0;
  for (let entry = list; entry < end; entry += ENTRY) {
    makeMove(load<i32>(entry));
    nodes += count(depth - 1, list + FRAME_SIZE);
    unmakeMove();
  }
  return nodes;
}
