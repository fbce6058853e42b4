/** Squares by name, in the order of the screen: from the upper left to the lower right. */
export function squaresOnScreen(isFlipped: boolean): string[][] {
  const ranks = isFlipped ? '12345678' : '87654321';
  const files = isFlipped ? 'hgfedcba' : 'abcdefgh';
  return [...ranks].map((rank) => [...files].map((file) => `${file}${rank}`));
}

/** A square is one unit wide; the origin is the upper left corner of the board. */
export interface Point {
  x: number;
  y: number;
}

/** The middle of a square. */
export function centreOf(square: string, isFlipped: boolean): Point {
  const file = square.charCodeAt(0) - 97;
  const rank = square.charCodeAt(1) - 49;
  return isFlipped ? { x: 7.5 - file, y: rank + 0.5 } : { x: file + 0.5, y: 7.5 - rank };
}

/** a1 is dark. */
export const isDark = (square: string): boolean =>
  (square.charCodeAt(0) - 97 + square.charCodeAt(1) - 49) % 2 === 0;

/** The men of a FEN by square; its other fields are not needed. */
export function menOf(fen: string): Map<string, string> {
  const men = new Map<string, string>();
  const [placement = ''] = fen.split(' ', 1);
  for (const [index, rank] of placement.split('/').entries()) {
    let file = 0;
    for (const letter of rank) {
      const gap = Number(letter);
      if (gap > 0) file += gap;
      else men.set(`${String.fromCharCode(97 + file++)}${8 - index}`, letter);
    }
  }
  return men;
}

/**
 * Arrow measures: distance of the tail from the centre of its square, half the shaft's width, length and half the
 * width of the head.
 */
const arrow = { tail: 0.32, shaft: 0.09, head: 0.38, wing: 0.24 };

/** The outline of an arrow between two squares as path data; its tip is the centre of the second square. */
export function arrowPath(from: string, to: string, isFlipped: boolean): string {
  const start = centreOf(from, isFlipped);
  const end = centreOf(to, isFlipped);
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const along = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const at = (distance: number, aside: number) =>
    `${short(start.x + along.x * distance - along.y * aside)} ${short(start.y + along.y * distance + along.x * aside)}`;
  const neck = Math.max(arrow.tail, length - arrow.head);
  const corners = [
    at(arrow.tail, arrow.shaft),
    at(neck, arrow.shaft),
    at(neck, arrow.wing),
    at(length, 0),
    at(neck, -arrow.wing),
    at(neck, -arrow.shaft),
    at(arrow.tail, -arrow.shaft),
  ];
  return `M${corners.join('L')}z`;
}

const short = (value: number): number => Math.round(value * 1_000) / 1_000;
