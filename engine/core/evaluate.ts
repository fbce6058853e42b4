/** The evaluation, behind one function: known endgames, then the network, or the hand-written one without it. */
import { CLOCK, st } from './position';
import { endgame, KNOWN_NOTHING } from './endgames';
import { evaluateByHand } from './by-hand';
import { hasNet, netScore } from './net';
import { MAX_EVALUATION } from './values';

/** Units of the search for the side to move. */
export function evaluate(): i32 {
  const special = endgame();
  if (special != KNOWN_NOTHING) return special;
  let result = hasNet() ? netScore() : evaluateByHand();
  // Nothing achieved for long is worth less and less.
  const clock = load<i32>(st, CLOCK);
  if (clock > 8) result = (result * (220 - clock)) / 212;
  return min(max(result, -MAX_EVALUATION), MAX_EVALUATION);
}
