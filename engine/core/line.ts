/** Principal variations as a triangle: each ply owns a row, a better move copies the row below behind itself. */
import { LINES, LINE_SIZE, T } from './memory';

export function rowAt(ply: i32): usize {
  return T + LINES + <usize>ply * LINE_SIZE;
}

export function clearLine(ply: i32): void {
  store<u16>(rowAt(ply), 0);
}

export function lineLength(ply: i32): i32 {
  return load<u16>(rowAt(ply));
}

export function extendLine(ply: i32, move: i32): void {
  const row = rowAt(ply);
  const below = row + LINE_SIZE;
  const length: usize = load<u16>(below);
  store<u16>(row, <u16>(length + 1));
  store<u16>(row, <u16>move, 2);
  memory.copy(row + 4, below + 2, length << 1);
}
