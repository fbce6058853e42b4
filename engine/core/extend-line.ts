/** The continuation of a variation that broke off, as far as the table knows. */
import { LINE_SIZE } from './memory';
import { CLOCK, REPEATED, key, st } from './position';
import { NO_MOVE, makeMove, unmakeMove } from './make';
import { M_LINE, rootMove } from './root';
import { isLegal } from './legal';
import { moveIn, probe } from './table';

/** Moves a record has room for. */
const MOST: i32 = <i32>(LINE_SIZE / 2) - 4;

/**
 * Extends the variation of a root move to `length` moves with those of the table. It is shorter where time ran out
 * behind a score outside the window: then nothing but the move that made the score is known. It ends with a
 * repetition, and where fifty moves can be claimed.
 */
export function prolong(index: i32, length: i32): void {
  const line = rootMove(index) + M_LINE;
  let count: i32 = load<u16>(line);
  const most = min(length, MOST);
  if (count >= most) return;
  for (let at = 0; at < count; at++) makeMove(load<u16>(line + 2 + ((<usize>at) << 1)));
  while (count < most && !load<i32>(st, REPEATED) && load<i32>(st, CLOCK) < 100) {
    const word = probe(key());
    const move = word ? moveIn(word) : NO_MOVE;
    if (move == NO_MOVE || !isLegal(move)) break;
    store<u16>(line + 2 + ((<usize>count) << 1), <u16>move);
    count++;
    makeMove(move);
  }
  store<u16>(line, <u16>count);
  for (let at = 0; at < count; at++) unmakeMove();
}
