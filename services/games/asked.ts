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

/** The platform, with who makes games and how often. */
export type GamesPlatform = Pick<Platform, 'pool'> &
  Configured<'secrets' | 'chess'> & { limitCreation: CreationLimit; makers: Makers };

/** The acting client; the credential is the token of a seat, where a game has any. */
export interface Player {
  credential: string | undefined;
}

/** The origin of a new game: the address that its limit counts for, and its owner. */
export interface Starter {
  address: string;
  maker: Maker;
}

export interface NewGameInput {
  white?: string | undefined;
  black?: string | undefined;
  /** All six fields. Absent: the usual start. */
  fen?: string | undefined;
  hasSeats?: boolean;
}

/** A final position makes a finished game: `game.outcome` has the result. */
export interface Begun {
  game: Game;
  message: ChangeMessage;
  seats: SeatTokens | null;
}

/** Stores a game that the limits admit; the transaction may be the caller's. */
export type StoreGame = (db?: Queryable) => Promise<Begun>;

/** A state of the game that the caller knows: after so many half-moves and, unless null, that event. */
export interface KnownState {
  ply: number;
  seq: number | null;
}

export interface ActionInput {
  action: string;
  reason?: string | undefined;
  /** Of the acting player, where no seat decides it. Absent: the side to move, and the one that may accept an offer. */
  side?: Side | undefined;
  /** The move that a claim of a draw intends. */
  move?: Move | undefined;
}

export interface Changed {
  game: Game;
  message: ChangeMessage;
  /** The move that was made; null when none was. */
  san: string | null;
  /** Number of the event for subscribers. */
  seq: number;
}
