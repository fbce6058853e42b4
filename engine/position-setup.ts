/** A position as set up: piece codes of the core by square (a1 = 0), rights as bits `KQkq` = 1 2 4 8. */
export interface Setup {
  board: Uint8Array;
  side: 0 | 1;
  castling: number;
  /** Square passed over by the last double step, else 64. */
  passing: number;
  clock: number;
  moveNumber: number;
}

export class FenError extends Error {
  override name = 'FenError';
}

export const noSquare = 64;
