/** The evaluation, behind one function: known endgames, then the network, or the hand-written one without it. */
import { CLOCK, st } from './position';
import { INFINITE, MAX_EVALUATION } from './values';
import { endgame, KNOWN_NOTHING } from './endgames';
import { activityScore, hasNet, netScore } from './net';
import { secondScore } from './net-second';
import { evaluateByHand } from './hand-evaluation';

/**
 * So far outside the window, the second layer and the activity of the men seldom bring a score back into it: a guess,
 * like a margin.
 */
const FAR: i32 = 150;

/** Units of the search for the side to move. */
export function evaluate(): i32 {
  return evaluateWithin(-INFINITE, INFINITE);
}

/** The same where a score far outside of these two may lack the slowest terms. */
export function evaluateWithin(low: i32, high: i32): i32 {
  const special = endgame();
  if (special != KNOWN_NOTHING) return special;
  let result = 0;
  if (hasNet()) {
    result = netScore();
    if (result >= low - FAR && result <= high + FAR) result += secondScore() + activityScore();
  } else {
    result = evaluateByHand();
  }
  // A score without progress for long is worth less and less.
  const clock = load<i32>(st, CLOCK);
  if (clock > 8) result = (result * (220 - clock)) / 212;
  return min(max(result, -MAX_EVALUATION), MAX_EVALUATION);
}
