import type { Game } from '../../../chess/game.ts';
import type { Side } from '../../../chess/side.ts';

/** SHA-256 of the tokens that may move for each side. */
export interface SeatHashes {
  white: string;
  black: string;
}

/** The person or client that created a game or a review. */
export interface Maker {
  /** The account; null without one. */
  userId: string | null;
  /** A pseudonym of the address; null if the address is not known. */
  place: string | null;
}

export interface StoredGame {
  game: Game;
  /** Null: any client may move. */
  seats: SeatHashes | null;
  maker: Maker;
  isArchived: boolean;
}

/** A game at one moment, with the number of its last event then. */
export interface ReadGame extends StoredGame {
  seq: number;
}

export interface ListedGame {
  id: string;
  turn: Side;
  fullmoveNumber: number;
  createdAt: Date;
  /** The players of a running game. */
  tags?: Readonly<Record<string, string>>;
}

/** Part of a list; null: the whole list. */
export type Window = { offset: number; limit: number } | null;

export function seatsOf(white: string | null, black: string | null): SeatHashes | null {
  return white !== null && black !== null ? { white, black } : null;
}

/** Turn and move number of a complete FEN. */
export function clockOf(fen: string): { turn: Side; fullmoveNumber: number } {
  const [, turn, , , , fullmove] = fen.split(' ');
  return { turn: turn === 'b' ? 'black' : 'white', fullmoveNumber: Number(fullmove ?? 1) };
}
