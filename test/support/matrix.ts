import process from 'node:process';

/** Long matrices run whole with `MATRIX=whole` (`npm run soak`), else a share of each. */
export const isWholeMatrix = process.env['MATRIX'] === 'whole';

/** Whether a case is in its share: one of `of` in a row, another one for each `turn`, so that neighbours try different cases. */
export function isInShare(of: number, turn: number): boolean {
  return isWholeMatrix || turn % of === 0;
}

/** Every case in its share. */
export function shareOf<T>(cases: readonly T[], of: number, turn = 0): T[] {
  return cases.filter((_, at) => isInShare(of, at + turn));
}
