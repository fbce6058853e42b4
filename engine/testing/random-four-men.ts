import { checkSetup } from '../fen-rules.ts';
import { formatFen, parseFen } from '../fen.ts';
import { noSquare, type Setup } from '../position-setup.ts';

/** Two kings and two other men on random squares; undefined for an illegal position. */
export function randomFour(random: () => number, clock = 0): Setup | undefined {
  const board = new Uint8Array(64);
  const men = [6, 14, 1 + Math.floor(random() * 5), (random() < 0.5 ? 8 : 0) + 1 + Math.floor(random() * 5)];
  for (const man of men) {
    const square = Math.floor(random() * 64);
    if (board[square]) return undefined;
    board[square] = man;
  }
  const setup: Setup = {
    board,
    side: random() < 0.5 ? 0 : 1,
    castling: 0,
    passing: noSquare,
    clock,
    moveNumber: 60,
  };
  try {
    checkSetup(setup);
  } catch {
    return undefined;
  }
  return parseFen(formatFen(setup));
}
