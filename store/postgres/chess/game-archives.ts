import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { packGame, unpackGame } from '../../../chess/archive-codec.ts';
import { currentFen, type Game } from '../../../chess/game.ts';
import { endReasons, type GameStatus, type Result, results } from '../../../chess/outcome.ts';
import { lastSeqOf } from './game-event-standing.ts';
import { type Queryable, sql } from '../pool.ts';
import { clockOf, type ReadGame, seatsOf, type StoredGame, type Window } from './stored-game.ts';

const Content = z.object({
  content: z.instanceof(Buffer),
  whiteTokenHash: z.string().nullable(),
  blackTokenHash: z.string().nullable(),
  madeBy: z.string().nullable(),
  madeFrom: z.string().nullable(),
  seq: z.int(),
});

/** @throws Error if the stored bytes are damaged */
export async function findArchivedGame(
  db: Queryable,
  id: string,
  { isLocked = false } = {},
): Promise<ReadGame | null> {
  const row = await db.maybeOne(sql.type(Content)`
    select game_archives.content, game_archives.white_token_hash, game_archives.black_token_hash,
      game_archives.made_by, game_archives.made_from,
      ${lastSeqOf(sql.fragment`game_archives.game_id`)} as seq
    from game_archives where game_archives.game_id = ${id}
    ${isLocked ? sql.fragment`for update` : sql.fragment``}`);
  if (!row) return null;
  return {
    game: unpackGame(row.content),
    seats: seatsOf(row.whiteTokenHash, row.blackTokenHash),
    maker: { userId: row.madeBy, place: row.madeFrom },
    isArchived: true,
    seq: row.seq,
  };
}

/** Packs an ended game. The caller's transaction removes it from the running games. */
export async function insertArchive(
  tx: Queryable,
  { game, seats, maker }: Omit<StoredGame, 'isArchived'>,
): Promise<void> {
  const { outcome, endedAt } = game;
  if (!outcome || !endedAt) throw new Error(`game ${game.id} runs: it can not be archived`);
  const { content, rawBytes } = packGame(game);
  const { turn, fullmoveNumber } = clockOf(currentFen(game));
  await tx.query(sql.typeAlias('void')`
    insert into game_archives (game_id, content, move_count, result, end_reason, started_at, ended_at, raw_bytes,
      compressed_bytes, turn, fullmove_number, white_token_hash, black_token_hash, made_by, made_from, players)
    values (${game.id}, ${sql.binary(Buffer.from(content))}, ${game.moves.length}, ${outcome.result},
      ${outcome.reason}, ${game.createdAt.toISOString()}, ${endedAt.toISOString()}, ${rawBytes},
      ${content.length}, ${turn}, ${fullmoveNumber}, ${seats?.white ?? null}, ${seats?.black ?? null},
      ${maker.userId}, ${maker.place}, ${sql.jsonb(playersOf(game.tags))})`);
}

function playersOf(tags: Game['tags']): Record<string, string> {
  const named = ['White', 'Black'].flatMap((tag) => (tags[tag] === undefined ? [] : [[tag, tags[tag]]]));
  return Object.fromEntries(named) as Record<string, string>;
}

/** False if there is no archived game with this id. */
export async function deleteArchive(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(sql.typeAlias('void')`
    delete from game_archives where game_archives.game_id = ${id}`);
  return rowCount > 0;
}

const Listed = z.object({
  id: z.string(),
  moveCount: z.int(),
  result: z.enum(results).nullable(),
  endReason: z.enum(endReasons),
  startedAt: z.date(),
  endedAt: z.date(),
  compressedBytes: z.int(),
  rawBytes: z.int(),
  turn: z.enum(['white', 'black']),
  fullmoveNumber: z.int(),
  tags: z.record(z.string(), z.string()),
});
export type ListedArchive = z.infer<typeof Listed>;

export interface ArchiveFilter {
  result?: Result | undefined;
  status?: GameStatus | undefined;
}

/** Like `statusOf`, in SQL. */
const endedAs: Record<Exclude<GameStatus, 'in_progress'>, ReturnType<typeof sql.fragment>> = {
  checkmate: sql.fragment`game_archives.end_reason = 'Checkmate'`,
  stalemate: sql.fragment`game_archives.end_reason = 'Stalemate'`,
  aborted: sql.fragment`game_archives.end_reason = 'Aborted'`,
  draw: sql.fragment`game_archives.result = 'Draw' and game_archives.end_reason <> 'Stalemate'`,
  resigned: sql.fragment`game_archives.result <> 'Draw' and game_archives.end_reason <> 'Checkmate'`,
};

function matching({ result, status }: ArchiveFilter) {
  const byResult = result === undefined ? sql.fragment`true` : sql.fragment`game_archives.result = ${result}`;
  if (status === undefined) return byResult;
  return status === 'in_progress' ? sql.fragment`false` : sql.fragment`${byResult} and ${endedAs[status]}`;
}

/** The maximum length of a list without pages: the archive grows without limit. */
export const longestList = answerLimits['archived games'].count;

/** Newest first, by end time. */
export async function listArchives(
  db: Queryable,
  filter: ArchiveFilter,
  window: Window,
): Promise<readonly ListedArchive[]> {
  return db.any(sql.type(Listed)`
    select game_archives.game_id as id, game_archives.move_count, game_archives.result,
      game_archives.end_reason, game_archives.started_at, game_archives.ended_at,
      game_archives.compressed_bytes, game_archives.raw_bytes, game_archives.turn,
      game_archives.fullmove_number, game_archives.players as tags
    from game_archives where ${matching(filter)}
    order by game_archives.ended_at desc, game_archives.game_id desc
    limit ${window?.limit ?? longestList} offset ${window?.offset ?? 0}`);
}

/** Counts from stored totals per result and reason, the columns that a filter uses. */
export async function countArchives(db: Queryable, filter: ArchiveFilter): Promise<number> {
  const { count } = await db.one(sql.typeAlias('count')`
    select coalesce(sum(game_archives.games), 0) as count
    from game_archive_totals as game_archives where ${matching(filter)}`);
  return count;
}

const Storage = z.object({
  activeCount: z.number(),
  archivedCount: z.number(),
  activeBytes: z.number(),
  archiveBytes: z.number(),
});
export type Storage = z.infer<typeof Storage>;

/**
 * The size of games in stored bytes: for running games the start position, the tags and every move with its position,
 * as text; for finished games the packed content. Indexes and row headers are not included.
 */
export async function measureStorage(db: Queryable): Promise<Storage> {
  return db.one(sql.type(Storage)`
    select running.count as active_count, running.bytes as active_bytes, finished.count as archived_count,
      finished.bytes as archive_bytes
    from (select count(*) as count, coalesce(sum(games.content_bytes), 0) as bytes from games) as running,
      (select coalesce(sum(game_archive_totals.games), 0) as count,
          coalesce(sum(game_archive_totals.bytes), 0) as bytes
        from game_archive_totals) as finished`);
}
