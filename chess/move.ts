export const promotions = ['Q', 'R', 'B', 'N'] as const;
export type Promotion = (typeof promotions)[number];

/** Squares `a1` to `h8`; castling is the king's move of two squares. */
export interface Move {
  from: string;
  to: string;
  promotion: Promotion | null;
}

/** Coordinates as this service writes them: `e2e4`, `e7e8=Q`. */
export function notationOf({ from, to, promotion }: Move): string {
  return promotion ? `${from}${to}=${promotion}` : `${from}${to}`;
}

/** Coordinates as engines write them: `e2e4`, `e7e8q`. */
export function coordinatesOf({ from, to, promotion }: Move): string {
  return `${from}${to}${promotion?.toLowerCase() ?? ''}`;
}

const coordinates = /^([a-h][1-8])([a-h][1-8])=?([qrbnQRBN])?$/;

/** Either spelling; null for anything else. */
export function parseCoordinates(text: string): Move | null {
  const [, from, to, promotion] = coordinates.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  return { from, to, promotion: (promotion?.toUpperCase() ?? null) as Promotion | null };
}

/** A move of an engine in the notation of this service; any other text unchanged. */
export function inNotation(text: string): string {
  const move = parseCoordinates(text);
  return move ? notationOf(move) : text;
}
