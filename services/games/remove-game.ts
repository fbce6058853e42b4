import type { ChangeMessage } from '../../chess/change-message.ts';
import { deleteArchive } from '../../store/postgres/chess/game-archives.ts';
import { addEvent } from '../../store/postgres/chess/game-events.ts';
import { deleteGame, lockGame } from '../../store/postgres/chess/games.ts';
import type { ChessClient } from '../makers/makers.ts';
import { getGame, noGame } from './find-games.ts';
import type { GamesPlatform } from './asked.ts';

/** Removes a running or finished game. */
export async function remove(
  { pool, makers }: Pick<GamesPlatform, 'pool' | 'makers'>,
  id: string,
  by: ChessClient,
): Promise<ChangeMessage> {
  const { maker, seats, game } = await getGame(pool, id);
  await makers.requireRemoval({ maker, seats, madeAt: game.createdAt }, by);
  await pool.transaction(async (tx) => {
    const stored = await lockGame(tx, id);
    if (!stored) throw noGame(id);
    await (stored.isArchived ? deleteArchive(tx, id) : deleteGame(tx, id));
    await addEvent(tx, id, { event: 'game_deleted', data: {} });
  });
  return { key: 'game_deleted', params: {} };
}
