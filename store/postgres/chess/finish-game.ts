import { z } from 'zod';
import { abort } from '../../../chess/play.ts';
import { insertArchive } from './game-archives.ts';
import { addEvent } from './game-events.ts';
import { deleteGame, lockGame } from './games.ts';
import { type Pool, type Queryable, sql } from '../pool.ts';
import type { StoredGame } from './stored-game.ts';

/** Moves an ended game to the archive, in the caller's transaction. */
export async function finishGame(tx: Queryable, finished: Omit<StoredGame, 'isArchived'>): Promise<void> {
  await insertArchive(tx, finished);
  await deleteGame(tx, finished.game.id);
}

const atOnce = 100;

const isIdle = (days: number) => sql.fragment`games.moved_at < now() - make_interval(days => ${days}::int)`;

/** The time as text: a Date would lose its microseconds. */
const Idle = z.object({ id: z.string(), movedAt: z.string() });
export type IdleGame = z.infer<typeof Idle>;

/** Up to a hundred games without activity for `days`, longest first, after a given position. */
export async function listIdleGames(
  db: Queryable,
  days: number,
  after: IdleGame | null = null,
): Promise<readonly IdleGame[]> {
  const isNext = after
    ? sql.fragment`(games.moved_at, games.id) > (${after.movedAt}::timestamptz, ${after.id}::uuid)`
    : sql.fragment`true`;
  return db.any(sql.type(Idle)`
    select games.id, games.moved_at::text as moved_at from games where ${isIdle(days)} and ${isNext}
    order by games.moved_at, games.id limit ${atOnce}`);
}

/** Archives an idle game as aborted. False if another run archived it first, or a player has moved meanwhile. */
export async function abortIdleGame(pool: Pool, id: string, days: number): Promise<boolean> {
  return pool.transaction((tx) => abortIfIdle(tx, id, days));
}

async function abortIfIdle(tx: Queryable, id: string, days: number): Promise<boolean> {
  const stored = await lockGame(tx, id);
  if (!stored || stored.isArchived) return false;
  // a player may have moved during the wait for the lock
  const idle = await tx.maybeOne(sql.typeAlias('id')`
    select games.id from games where games.id = ${id} and ${isIdle(days)}`);
  if (!idle) return false;
  const game = abort(stored.game, new Date());
  await finishGame(tx, { ...stored, game });
  await addEvent(tx, id, {
    event: 'game_updated',
    data: {
      ply: game.moves.length,
      message: { key: 'game_aborted', params: {} },
      san: null,
      lastMove: null,
      drawOffer: null,
      outcome: game.outcome,
    },
  });
  return true;
}
