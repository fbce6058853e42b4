import { chessError } from '../../chess/errors.ts';
import type { ChangeMessage } from '../../chess/change-message.ts';
import { deleteArchive } from '../../store/postgres/chess/game-archives.ts';
import { addEvent } from '../../store/postgres/chess/game-events.ts';
import { deleteGame, lockGame } from '../../store/postgres/chess/games.ts';
import type { SeatHashes } from '../../store/postgres/chess/stored-game.ts';
import { getGame, noGame } from './find-games.ts';
import type { GamesDeps, Player } from './asked.ts';
import { findSide } from './seats.ts';

/** Running games and finished ones alike; of a game with seats only its players and administrators. */
export async function remove({ pool, isAdmin }: GamesDeps, id: string, by: Player): Promise<ChangeMessage> {
  const { seats } = await getGame(pool, id);
  if (seats) await requireRight(seats, by, isAdmin);
  await pool.transaction(async (tx) => {
    const stored = await lockGame(tx, id);
    if (!stored) throw noGame(id);
    await (stored.isArchived ? deleteArchive(tx, id) : deleteGame(tx, id));
    await addEvent(tx, id, { event: 'game_deleted', data: {} });
  });
  return { key: 'game_deleted', params: {} };
}

async function requireRight(
  seats: SeatHashes,
  { credential }: Player,
  isAdmin: GamesDeps['isAdmin'],
): Promise<void> {
  if (credential === undefined) throw chessError('seat_required', 'error.seat_required');
  if (findSide(seats, credential) || (await isAdmin(credential))) return;
  throw chessError('seat_required', 'error.not_your_seat');
}
