import { chessError } from '../../chess/errors.ts';
import type { Move } from '../../chess/move.ts';
import type { GameStatus } from '../../chess/outcome.ts';
import type { Side } from '../../chess/side.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { ReadGame, Window } from '../../store/postgres/chess/stored-game.ts';
import { create, importFen, importPgn } from './begin-game.ts';
import { act, move } from './change-game.ts';
import { type GamesPage, getGame, listPage } from './find-games.ts';
import type { ChessClient } from '../makers/makers.ts';
import { remove } from './remove-game.ts';
import { findSide, type SeatTokens, seatTokensOf, sideOf } from './seats.ts';
import { jwtSecretsOf } from '../../config/secrets.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';
import type {
  GamesPlatform,
  Player,
  Starter,
  NewGameInput,
  StoreGame,
  KnownState,
  ActionInput,
  Changed,
} from './asked.ts';

/**
 * Operations on games, for every surface. Errors and messages are independent of the language. Each change is one
 * transaction or part of the caller's (`db`). A change is refused when `known` is given and contains no state of the
 * game. New games are admitted before their transaction, as another system may count the limits.
 */
export interface Games {
  /** @throws ChessError `invalid_fen`, `busy` when too many games run, `rate_limited` when one address starts them */
  create(input: NewGameInput, by: Starter): Promise<StoreGame>;
  /** @throws ChessError `invalid_fen`, `busy`, `rate_limited` */
  importFen(fen: string, by: Starter): Promise<StoreGame>;
  /**
   * Stores the first game of the text; a finished game is archived.
   * @throws ChessError `invalid_pgn`, `busy`, `rate_limited`
   */
  importPgn(pgn: string, by: Starter): Promise<StoreGame>;
  /** Running or finished. @throws ChessError `game_not_found` */
  get(id: string): Promise<ReadGame>;
  /** Derives the tokens of a game with seats again. @throws ChessError `game_not_found` */
  seatTokens(id: string): Promise<SeatTokens>;
  /** Returns the seat of a token. @throws ChessError `game_not_found`, `seat_required` for a game without this seat */
  seatOf(id: string, credential: string): Promise<Side>;
  /** Newest first. A null window selects all games. */
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
  /** Running or finished. @throws ChessError `game_not_found`, `seat_required`, `not_maker` */
  remove(id: string, by: ChessClient): Promise<ChangeMessage>;
}

export function createGames(platform: GamesPlatform): Games {
  const { pool } = platform;
  return {
    create: (input, by) => create(platform, input, by),
    importFen: (fen, by) => importFen(platform, fen, by),
    importPgn: (pgn, by) => importPgn(platform, pgn, by),
    get: (id) => getGame(pool, id),
    seatTokens: (id) => remakeSeatTokens(platform, id),
    async seatOf(id, credential) {
      const { seats } = await getGame(pool, id);
      const side = sideOf(seats, credential);
      if (side) return side;
      throw chessError('seat_required', 'error.not_your_seat');
    },
    list: (status, window) => listPage(pool, status, window),
    move: (id, asked, by, known = [], db = pool) => move(db, { id, by, known }, asked),
    act: (id, asked, by, known = [], db = pool) => act(db, { id, by, known }, asked),
    remove: (id, by) => remove(platform, id, by),
  };
}

async function remakeSeatTokens({ pool, config }: GamesPlatform, id: string): Promise<SeatTokens> {
  const [current, accepted] = jwtSecretsOf(config.secrets);
  const tokens = seatTokensOf(current, id);
  if (accepted === undefined) return tokens;
  const { seats } = await getGame(pool, id);
  return seats && findSide(seats, tokens.white) === null ? seatTokensOf(accepted, id) : tokens;
}
