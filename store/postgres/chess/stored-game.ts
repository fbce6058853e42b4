import type { Game } from '../../../chess/game.ts';
import type { Side } from '../../../chess/side.ts';

/** SHA-256 of the tokens that may move for each side. */
export interface SeatHashes {
  white: string;
  black: string;
}

/** The maker of a game or a review. */
export interface Maker {
  /** The account; null without one. */
  userId: string | null;
  /** Stands for the address; null where it is not known. */
  place: string | null;
}

export interface StoredGame {
  game: Game;
  /** Null: anybody moves. */
  seats: SeatHashes | null;
  maker: Maker;
  isArchived: boolean;
}

/** A game at one moment, and the number of the last event at that moment. */
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

/** Part of a list; null is all of it. */
export type Window = { offset: number; limit: number } | null;

export function seatsOf(white: string | null, black: string | null): SeatHashes | null {
  return white !== null && black !== null ? { white, black } : null;
}

/** Turn and move number of a whole FEN. */
export function clockOf(fen: string): { turn: Side; fullmoveNumber: number } {
  const [, turn, , , , fullmove] = fen.split(' ');
  return { turn: turn === 'b' ? 'black' : 'white', fullmoveNumber: Number(fullmove ?? 1) };
}
