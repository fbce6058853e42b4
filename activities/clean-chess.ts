import { archiveIdleGames } from '../store/postgres/finish-game.ts';
import { deleteOldEvents } from '../store/postgres/game-events.ts';
import { deleteOldKeys } from '../store/postgres/idempotency.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** Whoever comes back to a game after this hears its state instead of what happened. */
const eventDays = 1;

/** Ends games that nobody plays on, and forgets what nobody can ask for any more. */
export async function cleanChess(
  pool: Pool,
  { gameIdleDays }: { gameIdleDays: number },
): Promise<{ idleGames: number; gameEvents: number; idempotencyKeys: number }> {
  let idleGames = 0;
  for (;;) {
    const archived = await archiveIdleGames(pool, gameIdleDays);
    idleGames += archived;
    if (archived === 0) break;
  }
  const gameEvents = await deleteOldEvents(pool, eventDays);
  const idempotencyKeys = await deleteOldKeys(pool);
  return { idleGames, gameEvents, idempotencyKeys };
}
