import { chessError } from '../../chess/errors.ts';
import { readFen } from '../../chess/fen.ts';
import type { Game } from '../../chess/game.ts';
import { importPgn as readGame } from '../../chess/pgn-read.ts';
import { startGame } from '../../chess/play.ts';
import { type ChangeMessage, changeMessageOf } from '../../chess/change-message.ts';
import { insertArchive } from '../../store/postgres/chess/game-archives.ts';
import { addEvent } from '../../store/postgres/chess/game-events.ts';
import { countGames, insertGame } from '../../store/postgres/chess/games.ts';
import { newId } from '../../store/postgres/ids.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { Begun, GamesPlatform, NewGameInput, Starter, StoreGame } from './asked.ts';
import { hashesOf, seatTokensOf } from './seats.ts';

export async function create(platform: GamesPlatform, input: NewGameInput, by: Starter): Promise<StoreGame> {
  const tags: Record<string, string> = {};
  if (input.white !== undefined) tags['White'] = input.white;
  if (input.black !== undefined) tags['Black'] = input.black;
  const game = startGame({ id: newId(), fen: input.fen, tags, createdAt: new Date() });
  const seats = input.hasSeats === true ? seatTokensOf(platform.config.secrets.jwtSecret, game.id) : null;
  const message: ChangeMessage = { key: 'game_created', params: {} };
  return admit(platform, by, { game, seats, message: messageOf(game, message) });
}

export async function importFen(platform: GamesPlatform, fen: string, by: Starter): Promise<StoreGame> {
  const game = startGame({ id: newId(), fen: readFen(fen, 'all'), createdAt: new Date() });
  const message = messageOf(game, { key: 'game_imported', params: {} });
  return admit(platform, by, { game, seats: null, message });
}

export async function importPgn(platform: GamesPlatform, pgn: string, by: Starter): Promise<StoreGame> {
  const game = readGame({ id: newId(), pgn, at: new Date() });
  const message: ChangeMessage = { key: 'game_loaded', params: { plies: game.moves.length } };
  return admit(platform, by, { game, seats: null, message });
}

/** A game that begins in a final position has the message of its end. */
function messageOf(game: Game, message: ChangeMessage): ChangeMessage {
  return game.outcome ? changeMessageOf(game, game) : message;
}

async function admit(platform: GamesPlatform, by: Starter, begun: Begun): Promise<StoreGame> {
  const { pool, config } = platform;
  if (!begun.game.outcome) await requireRoom(pool, config.chess.maxActiveGames);
  // last: only games that are really created are counted
  await platform.limitCreation(by.address);
  return (db = pool) => store(db, by, begun);
}

async function store(db: Queryable, { maker }: Starter, begun: Begun): Promise<Begun> {
  const { game } = begun;
  const seats = begun.seats && hashesOf(begun.seats);
  await db.transaction(async (tx) => {
    await (game.outcome ? insertArchive(tx, { game, seats, maker }) : insertGame(tx, { game, seats, maker }));
    await addEvent(tx, game.id, { event: 'game_created', data: {} });
  });
  return begun;
}

/** Two concurrent requests may exceed the limit by one: the limit only protects memory and disk. */
async function requireRoom(db: Queryable, maximum: number): Promise<void> {
  const active = await countGames(db);
  if (active < maximum) return;
  throw chessError(
    'busy',
    'error.too_many_games',
    { maximum },
    { details: { active, maximum }, retryAfterSeconds: 60 },
  );
}
