/** Forced mates by trying every move: slow, without any judgement, a check of the search's mates. */
import { FRAMES, FRAME_LIST, FRAME_SIZE, T, TABLE_BASE, TABLE_CLUSTERS } from './memory';
import { ALL, ENTRY, generate } from './generate';
import { checkers, key } from './position';
import { givesCheck } from './checks';
import { makeMove, unmakeMove } from './make';

let left: u64 = 0;

/**
 * Whether the side to move mates in at most that many moves whatever the other does: 1, 0, or -1 when it takes more
 * than `limit` nodes to know. Remembers positions in the memory of the transposition table.
 */
export function forcesMate(moves: i32, limit: f64): i32 {
  left = <u64>limit;
  const answer = isMateIn(moves, T + FRAMES);
  return left ? (answer ? 1 : 0) : -1;
}

/** Known answers: the key, then the moves and whether they are enough. */
function memoOf(hash: u64): usize {
  const entries = <u64>load<u32>(TABLE_CLUSTERS) * 4;
  return load<u32>(TABLE_BASE) + <usize>(((hash >> 32) * entries) >> 32) * 16;
}

function isMateIn(moves: i32, frame: usize): bool {
  if (!left) return false;
  left--;
  const hash = key();
  const memo = memoOf(hash);
  if (moves > 1 && load<u64>(memo) == hash) {
    const known = load<i32>(memo, 8);
    const isEnough = load<i32>(memo, 12) != 0;
    if (isEnough && known <= moves) return true;
    if (!isEnough && known >= moves) return false;
  }
  const list = frame + FRAME_LIST;
  const end = generate(ALL, list);
  let found = false;
  // Checks first; the last move has to be one.
  for (let pass = 0; pass < (moves == 1 ? 1 : 2) && !found; pass++) {
    for (let entry = list; entry < end && !found; entry += ENTRY) {
      const move = load<i32>(entry);
      if (givesCheck(move) != (pass == 0)) continue;
      makeMove(move);
      found = isLostIn(moves - 1, frame + FRAME_SIZE);
      unmakeMove();
    }
  }
  if (moves > 1 && left) {
    store<u64>(memo, hash);
    store<i32>(memo, moves, 8);
    store<i32>(memo, found ? 1 : 0, 12);
  }
  return found;
}

function isLostIn(moves: i32, frame: usize): bool {
  const list = frame + FRAME_LIST;
  const end = generate(ALL, list);
  if (list == end) return checkers() != 0;
  if (!moves) return false;
  for (let entry = list; entry < end; entry += ENTRY) {
    makeMove(load<i32>(entry));
    const isMate = isMateIn(moves, frame + FRAME_SIZE);
    unmakeMove();
    if (!isMate) return false;
  }
  return true;
}
