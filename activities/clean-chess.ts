import { abortIdleGame, listIdleGames } from '../store/postgres/finish-game.ts';
import { deleteOldEvents } from '../store/postgres/game-events.ts';
import { deleteOldKeys } from '../store/postgres/idempotency.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { forEach } from './each.ts';

/** Whoever comes back to a game after this hears its state instead of what happened. */
const eventDays = 1;

/** Ends games that nobody plays on, and forgets what nobody can ask for any more. */
export async function cleanChess(
  pool: Pool,
  { gameIdleDays }: { gameIdleDays: number },
): Promise<{ idleGames: number; gameEvents: number; idempotencyKeys: number }> {
  const idleGames = await abortIdleGames(pool, gameIdleDays);
  const gameEvents = await deleteOldEvents(pool, eventDays);
  const idempotencyKeys = await deleteOldKeys(pool);
  return { idleGames, gameEvents, idempotencyKeys };
}

/** Until none is left, or only some that can not be archived. */
async function abortIdleGames(pool: Pool, days: number): Promise<number> {
  let aborted = 0;
  for (;;) {
    const before = aborted;
    const abort = async (id: string) => {
      if (await abortIdleGame(pool, id, days)) aborted += 1;
    };
    await forEach(await listIdleGames(pool, days), abort, (gameId) => ({ gameId }));
    if (aborted === before) return aborted;
  }
}
