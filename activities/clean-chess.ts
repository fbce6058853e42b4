import { abortIdleGame, type IdleGame, listIdleGames } from '../store/postgres/chess/finish-game.ts';
import { deleteOldKeys } from '../store/postgres/idempotency.ts';
import { deleteOldEvents } from '../store/postgres/chess/old-events.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { forEach } from './for-each.ts';

/** Events are kept for so many days. A client that returns to a game later gets its state instead of its events. */
const eventDays = 3;

/** Ends abandoned games, and deletes rows that no request can reach. */
export async function cleanChess(
  pool: Pool,
  { gameIdleDays }: { gameIdleDays: number },
): Promise<{ idleGames: number; gameEvents: number; idempotencyKeys: number }> {
  const idleGames = await abortIdleGames(pool, gameIdleDays);
  const gameEvents = await deleteOldEvents(pool, eventDays);
  const idempotencyKeys = await deleteOldKeys(pool);
  return { idleGames, gameEvents, idempotencyKeys };
}

/** Tries each game once: a game that can't be archived waits for the next round and does not delay other games. */
async function abortIdleGames(pool: Pool, days: number): Promise<number> {
  let aborted = 0;
  let last: IdleGame | null = null;
  for (;;) {
    const games: readonly IdleGame[] = await listIdleGames(pool, days, last);
    last = games.at(-1) ?? null;
    if (!last) return aborted;
    const abort = async ({ id }: IdleGame) => {
      if (await abortIdleGame(pool, id, days)) aborted += 1;
    };
    await forEach(games, abort, ({ id }) => ({ gameId: id }));
  }
}
