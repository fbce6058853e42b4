/** Draws within the search. */
import { FRAMES, FRAME_COUNT, FRAME_SIZE, T } from './memory';
import { ALL, generate } from './generate';
import { CLOCK, REPEATED, checkers, st } from './position';
import { isDead } from './legal';

/** The fifty-move rule: a hundred plies. */
const LAST_CLOCK: i32 = 100;

/** The last frame, which no search reaches. */
const SCRATCH: usize = FRAMES + FRAME_SIZE * <usize>(FRAME_COUNT - 1);

/**
 * A position seen before within the tree will be seen again; one from the game must have stood there twice.
 * Mate on the last ply of the fifty-move rule has precedence.
 */
export function isDraw(ply: i32): bool {
  const repeated = load<i32>(st, REPEATED);
  if (repeated && repeated < ply) return true;
  if (load<i32>(st, CLOCK) >= LAST_CLOCK) {
    if (!checkers()) return true;
    return generate(ALL, T + SCRATCH) != T + SCRATCH;
  }
  return isDead();
}
