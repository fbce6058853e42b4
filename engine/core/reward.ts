/** What a move that refuted its node teaches the histories. */
import { FRAME_NOISY, FRAME_QUIETS } from './memory';
import { nudgeCapture, nudgeQuiet, S_KILLER, S_KILLER2, setCounterMove } from './history';
import { isNoisy } from './picker';

export function bonusOf(depth: i32): i32 {
  return min(170 * depth - 60, 1900);
}

function malusOf(depth: i32): i32 {
  return min(190 * depth - 40, 1700);
}

/** Rewards the best move and blames those tried before it, which the frame lists. */
export function rewardCut(ss: usize, move: i32, depth: i32, frame: usize, quiets: i32, noisies: i32): void {
  const malus = malusOf(depth);
  if (isNoisy(move)) {
    nudgeCapture(move, bonusOf(depth));
  } else {
    if (load<i32>(ss, S_KILLER) != move) {
      store<i32>(ss, load<i32>(ss, S_KILLER), S_KILLER2);
      store<i32>(ss, move, S_KILLER);
    }
    setCounterMove(ss, move);
    // A shallow cut by the first quiet move says little.
    if (depth > 2 || quiets) nudgeQuiet(ss, move, bonusOf(depth));
    for (let index = 0; index < quiets; index++) {
      nudgeQuiet(ss, load<u16>(frame + FRAME_QUIETS + (index << 1)), -malus);
    }
  }
  for (let index = 0; index < noisies; index++) {
    nudgeCapture(load<u16>(frame + FRAME_NOISY + (index << 1)), -malus);
  }
}
