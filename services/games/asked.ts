import type { Game } from '../../chess/game.ts';
import type { Move } from '../../chess/move.ts';
import type { Side } from '../../chess/side.ts';
import type { Configured, Platform } from '../platform.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Maker } from '../../store/postgres/chess/stored-game.ts';
import type { Makers } from '../makers/makers.ts';
import type { CreationLimit } from './creation-limit.ts';
import type { SeatTokens } from './seats.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';

/** The platform, with the rules about makers of games and the limit of new games. */
export type GamesPlatform = Pick<Platform, 'pool'> &
  Configured<'secrets' | 'chess'> & { limitCreation: CreationLimit; makers: Makers };

/** The acting client; the credential is the token of a seat in games with seats. */
export interface Player {
  credential: string | undefined;
}

/** The origin of a new game: the owner, and the address that the limit counts. */
export interface Starter {
  address: string;
  maker: Maker;
}

export interface NewGameInput {
  white?: string | undefined;
  black?: string | undefined;
  /** All six fields. Absent: the usual initial position. */
  fen?: string | undefined;
  hasSeats?: boolean;
}

/** A final position creates a finished game: `game.outcome` has the result. */
export interface Begun {
  game: Game;
  message: ChangeMessage;
  seats: SeatTokens | null;
}

/** Stores an admitted game, optionally in the caller's transaction. */
export type StoreGame = (db?: Queryable) => Promise<Begun>;

/** A state of the game that the caller knows: the number of half-moves and, unless null, of the event. */
export interface KnownState {
  ply: number;
  seq: number | null;
}

export interface ActionInput {
  action: string;
  reason?: string | undefined;
  /** The acting side in games without seats. Absent: the side to move, or the side that may accept an offer. */
  side?: Side | undefined;
  /** The intended move of a draw claim. */
  move?: Move | undefined;
}

export interface Changed {
  game: Game;
  message: ChangeMessage;
  /** The played move; null without one. */
  san: string | null;
  /** The number of the event for subscribers. */
  seq: number;
}
