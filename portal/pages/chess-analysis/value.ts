import { winPercent } from '../../../chess/review/accuracy.ts';
import { whiteValueOf } from '../../../chess/review/white-value.ts';
import type { Side } from '../../../chess/side.ts';
import { written } from '../../components/replay/story-of.ts';

/** A score from White's view. */
export interface Value {
  /** `+0.35`, `#-3`, `#`. */
  shown: string;
  /** `+0.3`, for the bar. */
  short: string;
  /** Winning chances, 0 to 100. */
  chances: number;
}

/** @param score for the side to move; mates are `±(30000 - plies)` */
export function valueOf(score: number, turn: Side): Value {
  const ours = turn === 'white' ? score : -score;
  const value = whiteValueOf(ours);
  // the greatest value is a bound and has no fraction
  const shownWith = (digits: number) => written(value, digits).replace(/100\.0+$/, '100');
  return {
    shown: shownWith(2),
    short: shownWith(1),
    chances: Math.round(winPercent(ours) * 10) / 10,
  };
}
