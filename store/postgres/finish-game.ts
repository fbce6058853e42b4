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

const isIdle = (days: number) => sql.fragment`games.moved_at < now() - make_interval(days => ${days}::int)`;

/** Games in which nobody has done anything for so many days, longest first, no more than a hundred. */
export async function listIdleGames(db: Queryable, days: number): Promise<readonly string[]> {
  const rows = await db.any(sql.typeAlias('id')`
    select games.id from games where ${isIdle(days)} order by games.moved_at limit ${atOnce}`);
  return rows.map(({ id }) => id);
}

/** Archives such a game as aborted. False when somebody was faster, or has moved meanwhile. */
export async function abortIdleGame(pool: Pool, id: string, days: number): Promise<boolean> {
  return pool.transaction((tx) => abortIfIdle(tx, id, days));
}

async function abortIfIdle(tx: Queryable, id: string, days: number): Promise<boolean> {
  const stored = await lockGame(tx, id);
  if (!stored || stored.isArchived) return false;
  // somebody may have moved while we waited for the lock
  const idle = await tx.maybeOne(sql.typeAlias('id')`
    select games.id from games where games.id = ${id} and ${isIdle(days)}`);
  if (!idle) return false;
  const game = abort(stored.game, new Date());
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
