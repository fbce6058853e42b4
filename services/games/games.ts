import type { Game } from '../../chess/game.ts';
import type { Move } from '../../chess/move.ts';
import type { GameStatus } from '../../chess/outcome.ts';
import type { Side } from '../../chess/side.ts';
import type { Pool, Queryable } from '../../store/postgres/pool.ts';
import type { ReadGame, Window } from '../../store/postgres/chess/stored-game.ts';
import { create, importFen, importPgn } from './begin-game.ts';
import { act, move } from './change-game.ts';
import { type GamesPage, getGame, listPage } from './find-games.ts';
import { remove } from './remove-game.ts';
import type { CreationLimit } from './creation-limit.ts';
import type { SeatTokens } from './seats.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';

export interface GamesDeps {
  pool: Pool;
  /** What seat tokens are made with. */
  secret: string;
  maxActiveGames: number;
  limitCreation: CreationLimit;
  /** Whether a credential that is no seat's is an administrator's. */
  isAdmin(credential: string): Promise<boolean>;
}

/** Who asks; the credential is the token of a seat, where a game has any. */
export interface Player {
  credential: string | undefined;
}

/** Who starts a game: the address that its limit counts for. */
export interface Starter {
  address: string;
}

export interface NewGameInput {
  white?: string | undefined;
  black?: string | undefined;
  /** All six fields. Absent: the usual start. */
  fen?: string | undefined;
  hasSeats?: boolean;
}

/** A position that is over already makes a game that is: `game.outcome` tells. */
export interface Begun {
  game: Game;
  message: ChangeMessage;
  seats: SeatTokens | null;
}

/** A state in which the caller knows the game: after so many half-moves and, unless null, that event. */
export interface KnownState {
  ply: number;
  seq: number | null;
}

export interface ActionInput {
  action: string;
  reason?: string | undefined;
  /** Of whoever acts, where no seat tells. Absent: the side to move, and who may accept an offer. */
  side?: Side | undefined;
  /** The move that a claim of a draw intends. */
  move?: Move | undefined;
}

export interface Changed {
  game: Game;
  message: ChangeMessage;
  /** Of the move that was made; null when none was. */
  san: string | null;
  /** Number of the event that subscribers hear. */
  seq: number;
}

/**
 * The games, for whichever way they are asked for. Errors and messages have no language. What changes something is one
 * transaction, which may be part of the caller's (`db`). It is refused when the game is in none of the `known` states,
 * where there are any.
 */
export interface Games {
  /** @throws ChessError `invalid_fen`, `busy` when too many games run, `rate_limited` when one address starts them */
  create(input: NewGameInput, by: Starter, db?: Queryable): Promise<Begun>;
  /** @throws ChessError `invalid_fen`, `busy`, `rate_limited` */
  importFen(fen: string, by: Starter, db?: Queryable): Promise<Begun>;
  /**
   * The first game of the text; one that has ended goes to the archive.
   * @throws ChessError `invalid_pgn`, `busy`, `rate_limited`
   */
  importPgn(pgn: string, by: Starter, db?: Queryable): Promise<Begun>;
  /** Running or finished. @throws ChessError `game_not_found` */
  get(id: string): Promise<ReadGame>;
  /** Newest first; running ones unless another status is asked for. A null window is all of them. */
  list(status: GameStatus, window: Window): Promise<GamesPage>;
  /** @throws ChessError with the reason, `seat_required`, `not_your_turn`, `version_conflict` */
  move(id: string, move: Move, by: Player, known?: readonly KnownState[], db?: Queryable): Promise<Changed>;
  /** @throws ChessError with the reason, `seat_required`, `not_your_turn`, `version_conflict` */
  act(
    id: string,
    action: ActionInput,
    by: Player,
    known?: readonly KnownState[],
    db?: Queryable,
  ): Promise<Changed>;
  /** Running or finished. @throws ChessError `game_not_found`, `seat_required` */
  remove(id: string, by: Player): Promise<ChangeMessage>;
}

export function createGames(deps: GamesDeps): Games {
  const { pool } = deps;
  return {
    create: (input, by, db = pool) => create(deps, input, { by, db }),
    importFen: (fen, by, db = pool) => importFen(deps, fen, { by, db }),
    importPgn: (pgn, by, db = pool) => importPgn(deps, pgn, { by, db }),
    get: (id) => getGame(pool, id),
    list: (status, window) => listPage(pool, status, window),
    move: (id, asked, by, known = [], db = pool) => move(db, { id, by, known }, asked),
    act: (id, asked, by, known = [], db = pool) => act(db, { id, by, known }, asked),
    remove: (id, by) => remove(deps, id, by),
  };
}
