import { squaresOnScreen } from '../../../components/board/geometry.ts';

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The next cell for a grid key (ARIA practices); undefined for other keys. The focus does not wrap at the edge. */
export function squareAfterKey(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  square: string,
  isFlipped: boolean,
): string | undefined {
  const rows = squaresOnScreen(isFlipped);
  const row = rows.findIndex((squares) => squares.includes(square));
  const column = rows[row]?.indexOf(square) ?? 0;
  const step = ctrlKey ? undefined : steps[key];
  if (step) return rows[bounded(row + step[0])]?.[bounded(column + step[1])];
  if (key === 'Home') return rows[ctrlKey ? 0 : row]?.[0];
  if (key === 'End') return rows[ctrlKey ? 7 : row]?.[7];
  return undefined;
}

const bounded = (index: number): number => Math.max(0, Math.min(7, index));
