import { abort } from '../../chess/play.ts';
import type { Game } from '../../chess/game.ts';
import { insertArchive } from './game-archives.ts';
import { addEvent } from './game-events.ts';
import { deleteGame, lockGame } from './games.ts';
import { type Pool, type Queryable, sql } from './pool.ts';
import type { SeatHashes } from './stored-game.ts';

/** Moves a game that has ended from the running ones to the archive, in the caller's transaction. */
export async function finishGame(
  tx: Queryable,
  finished: { game: Game; seats: SeatHashes | null },
): Promise<void> {
  await insertArchive(tx, finished);
  await deleteGame(tx, finished.game.id);
}

const atOnce = 100;

/**
 * Ends games in which nobody has done anything for so many days: they are archived as aborted. Each in a
 * transaction of its own, no more than a hundred per call. Returns how many.
 */
export async function archiveIdleGames(pool: Pool, days: number, now = new Date()): Promise<number> {
  const idle = await pool.any(sql.typeAlias('id')`
    select games.id from games
    where games.moved_at < ${now.toISOString()}::timestamptz - make_interval(days => ${days}::int)
    order by games.moved_at limit ${atOnce}`);
  let archived = 0;
  for (const { id } of idle) {
    if (await pool.transaction((tx) => archiveIfIdle(tx, id, days, now))) archived += 1;
  }
  return archived;
}

async function archiveIfIdle(tx: Queryable, id: string, days: number, now: Date): Promise<boolean> {
  const stored = await lockGame(tx, id);
  if (!stored || stored.isArchived) return false;
  // somebody may have moved while we waited for the lock
  const idle = await tx.maybeOne(sql.typeAlias('id')`
    select games.id from games where games.id = ${id}
      and games.moved_at < ${now.toISOString()}::timestamptz - make_interval(days => ${days}::int)`);
  if (!idle) return false;
  const game = abort(stored.game, now);
  await finishGame(tx, { game, seats: stored.seats });
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
