import { createHmac, timingSafeEqual } from 'node:crypto';
import { chessError } from '../../chess/errors.ts';
import { other, type Side } from '../../chess/side.ts';
import { sha256Hex } from '../../domain/digest.ts';
import type { SeatHashes } from '../../store/postgres/chess/stored-game.ts';

/** The secrets of a game's two seats, for their players. */
export interface SeatTokens {
  white: string;
  black: string;
}

/** Derived from the game's id, so that a repeated request gets the same tokens although they are not stored. */
export function seatTokensOf(secret: string, gameId: string): SeatTokens {
  const tokenOf = (side: Side) =>
    `seat_${createHmac('sha256', secret).update(`seat:${gameId}:${side}`).digest('base64url')}`;
  return { white: tokenOf('white'), black: tokenOf('black') };
}

export function hashesOf({ white, black }: SeatTokens): SeatHashes {
  return { white: sha256Hex(white), black: sha256Hex(black) };
}

/**
 * Returns the side of a credential; null for games without seats, where every client plays both sides.
 * @throws ChessError `seat_required`
 */
export function sideOf(seats: SeatHashes | null, credential: string | undefined): Side | null {
  if (!seats) return null;
  if (credential === undefined) throw chessError('seat_required', 'error.seat_required');
  const side = findSide(seats, credential);
  if (!side) throw chessError('seat_required', 'error.not_your_seat');
  return side;
}

export function findSide(seats: SeatHashes, credential: string): Side | null {
  const hash = Buffer.from(sha256Hex(credential));
  const isOf = (side: Side) => timingSafeEqual(hash, Buffer.from(seats[side]));
  if (isOf('white')) return 'white';
  return isOf('black') ? 'black' : null;
}

/** @throws ChessError `not_your_turn` */
export function requireTurn(seat: Side | null, turn: Side): void {
  if (seat === other(turn))
    throw chessError('not_your_turn', 'error.not_your_turn', { side: { text: `side.${turn}` } });
}
