import { coordinatesOf } from '../../../chess/move.ts';
import { clocksOf, legalMoves, turnOf } from '../../../chess/position.ts';
import { type Step, stepsOf } from '../../../chess/review/san-line.ts';

/** Every legal move. */
export function movesFrom(fen: string): Step[] {
  return legalMoves(fen).flatMap((move) => stepsOf(fen, [coordinatesOf(move)]));
}

/** `12.` before a move of White, `12...` before one of Black; other moves of Black have no number. */
export function numberBefore(fen: string, isFirst: boolean): string {
  const number = clocksOf(fen).fullmove;
  if (turnOf(fen) === 'white') return `${number}.`;
  return isFirst ? `${number}...` : '';
}
