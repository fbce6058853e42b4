import { z } from 'zod';
import { coordinatesOf, parseCoordinates } from '../../../chess/move.ts';
import { currentFen, type Game, type PlayedMove } from '../../../chess/game.ts';
import { findArchivedGame } from './game-archives.ts';
import { lastSeqOf } from './game-event-standing.ts';
import { type Queryable, sql } from '../pool.ts';
import {
  clockOf,
  type ListedGame,
  type ReadGame,
  seatsOf,
  type StoredGame,
  type Window,
} from './stored-game.ts';

const Side = z.enum(['white', 'black']);

const GameRow = z.object({
  id: z.string(),
  startFen: z.string(),
  drawOffer: Side.nullable(),
  tags: z.record(z.string(), z.string()),
  whiteTokenHash: z.string().nullable(),
  blackTokenHash: z.string().nullable(),
  createdAt: z.date(),
  ply: z.int(),
  madeBy: z.string().nullable(),
  madeFrom: z.string().nullable(),
});
type GameRow = z.infer<typeof GameRow>;

const ReadRow = GameRow.extend({ seq: z.int() });

const MoveRow = z.object({ move: z.string(), san: z.string(), fen: z.string(), offersDraw: z.boolean() });

const columns = sql.fragment`games.id, games.start_fen, games.draw_offer, games.tags, games.white_token_hash,
  games.black_token_hash, games.created_at, games.ply, games.made_by, games.made_from`;

/** Running or finished. */
export async function findGame(db: Queryable, id: string): Promise<ReadGame | null> {
  const row = await db.maybeOne(sql.type(ReadRow)`
    select ${columns}, ${lastSeqOf(sql.fragment`games.id`)} as seq from games where games.id = ${id}`);
  const found = row && (await withMoves(db, row));
  // if moves are missing, the game has ended or was removed since its row was read
  return found && found.game.moves.length === row.ply ? { ...found, seq: row.seq } : findArchivedGame(db, id);
}

/**
 * Like `findGame`, for a change: the row is locked until the end of the transaction. The moves are read after the
 * lock is acquired, because earlier reads could be outdated.
 */
export async function lockGame(tx: Queryable, id: string): Promise<StoredGame | null> {
  const row = await tx.maybeOne(sql.type(GameRow)`
    select ${columns} from games where games.id = ${id} for update`);
  return row ? withMoves(tx, row) : findArchivedGame(tx, id, { isLocked: true });
}

/** The game with its moves at the time of the row's read, without later ones. */
async function withMoves(db: Queryable, row: GameRow): Promise<StoredGame> {
  const rows = await db.any(sql.type(MoveRow)`
    select game_moves.move, game_moves.san, game_moves.fen, game_moves.offers_draw
    from game_moves where game_moves.game_id = ${row.id} and game_moves.ply <= ${row.ply} order by game_moves.ply`);
  const { id, startFen, drawOffer, tags, createdAt, whiteTokenHash, blackTokenHash } = row;
  const moves = rows.map(toPlayedMove);
  return {
    game: { id, startFen, moves, drawOffer, outcome: null, tags, createdAt, endedAt: null },
    seats: seatsOf(whiteTokenHash, blackTokenHash),
    maker: { userId: row.madeBy, place: row.madeFrom },
    isArchived: false,
  };
}

function toPlayedMove({ move: text, san, fen, offersDraw }: z.infer<typeof MoveRow>): PlayedMove {
  const move = parseCoordinates(text);
  if (!move) throw new Error(`a stored move can not be read: ${text}`);
  return { ...move, san, fen, offersDraw };
}

export type NewGame = Omit<StoredGame, 'isArchived'>;

/** Inserts a running game; a finished one is archived at once. */
export async function insertGame(tx: Queryable, { game, seats, maker }: NewGame): Promise<void> {
  const { turn, fullmoveNumber } = clockOf(currentFen(game));
  await tx.query(sql.typeAlias('void')`
    insert into games (id, start_fen, fen, ply, turn, fullmove_number, draw_offer, tags, white_token_hash,
      black_token_hash, created_at, content_bytes, made_by, made_from)
    values (${game.id}, ${game.startFen}, ${currentFen(game)}, ${game.moves.length}, ${turn},
      ${fullmoveNumber}, ${game.drawOffer}, ${sql.jsonb({ ...game.tags })}, ${seats?.white ?? null},
      ${seats?.black ?? null}, ${game.createdAt.toISOString()}, ${headBytes(game)},
      ${maker.userId}, ${maker.place})`);
  await insertMoves(tx, game, 0);
}

/** Saves a locked game: every move that `before` lacks is inserted. */
export async function saveGame(tx: Queryable, game: Game, before: Game): Promise<void> {
  const { turn, fullmoveNumber } = clockOf(currentFen(game));
  const knownPlies = before.moves.length;
  await tx.query(sql.typeAlias('void')`
    update games set fen = ${currentFen(game)}, ply = ${game.moves.length}, turn = ${turn},
      fullmove_number = ${fullmoveNumber}, draw_offer = ${game.drawOffer}, tags = ${sql.jsonb({ ...game.tags })},
      content_bytes = games.content_bytes + ${headBytes(game) - headBytes(before)}, moved_at = now()
    where games.id = ${game.id}`);
  await reviseOffers(tx, game, knownPlies);
  await insertMoves(tx, game, knownPlies);
}

/** An offer may belong to an earlier move: the archive stores the move of each offer. */
async function reviseOffers(tx: Queryable, game: Game, knownPlies: number): Promise<void> {
  const last = game.moves[knownPlies - 1];
  if (!last) return;
  await tx.query(sql.typeAlias('void')`
    update game_moves set offers_draw = ${last.offersDraw}
    where game_moves.game_id = ${game.id} and game_moves.ply = ${knownPlies}
      and game_moves.offers_draw <> ${last.offersDraw}`);
}

async function insertMoves(tx: Queryable, game: Game, knownPlies: number): Promise<void> {
  const rows = game.moves.slice(knownPlies);
  if (rows.length === 0) return;
  await tx.query(sql.typeAlias('void')`
    insert into game_moves (game_id, ply, move, san, fen, offers_draw)
    select ${game.id}, fresh.* from ${sql.unnest(
      rows.map((move, index) => [
        knownPlies + index + 1,
        coordinatesOf(move),
        move.san,
        move.fen,
        move.offersDraw,
      ]),
      ['int4', 'text', 'text', 'text', 'bool'],
    )} as fresh (ply, move, san, fen, offers_draw)`);
  const bytes = rows.reduce((sum, { san, fen }) => sum + moveBytes + san.length + fen.length, 0);
  await tx.query(sql.typeAlias('void')`
    update games set content_bytes = games.content_bytes + ${bytes} where games.id = ${game.id}`);
}

/** Size of the number, coordinates and flag of a move, without its texts. */
const moveBytes = 9;

function headBytes({ startFen, tags }: Game): number {
  return startFen.length + Buffer.byteLength(JSON.stringify(tags));
}

/** Removes a running game with its moves; false if there is none. */
export async function deleteGame(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.typeAlias('void')`delete from games where games.id = ${id}`);
  return rowCount > 0;
}

export async function countGames(db: Queryable): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`select count(*) from games`);
  return count;
}

const Listed = z.object({
  id: z.string(),
  turn: Side,
  fullmoveNumber: z.int(),
  createdAt: z.date(),
  tags: z.record(z.string(), z.string()),
});

/** Running games, newest first; without a window, all. */
export async function listGames(db: Queryable, window: Window): Promise<readonly ListedGame[]> {
  return db.any(sql.type(Listed)`
    select games.id, games.turn, games.fullmove_number, games.created_at,
      jsonb_strip_nulls(jsonb_build_object('White', games.tags -> 'White', 'Black', games.tags -> 'Black')) as tags
    from games order by games.created_at desc, games.id desc
    limit ${window?.limit ?? null} offset ${window?.offset ?? 0}`);
}
