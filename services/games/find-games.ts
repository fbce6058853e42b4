import { chessError } from '../../chess/errors.ts';
import type { GameStatus, Result } from '../../chess/outcome.ts';
import { countArchives, listArchives, longestList } from '../../store/postgres/chess/game-archives.ts';
import { countGames, findGame, listGames } from '../../store/postgres/chess/games.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import type { ListedGame, ReadGame, Window } from '../../store/postgres/chess/stored-game.ts';

export interface GameLine extends ListedGame {
  status: GameStatus;
  result: Result | null;
}

export interface GamesPage {
  games: readonly GameLine[];
  /** The number of games on all pages. */
  total: number;
}

export async function getGame(db: Queryable, id: string): Promise<ReadGame> {
  const found = await findGame(db, id);
  if (!found) throw noGame(id);
  return found;
}

export const noGame = (id: string) => chessError('game_not_found', 'error.game_not_found', { id });

export async function listPage(db: Queryable, status: GameStatus, window: Window): Promise<GamesPage> {
  if (status === 'in_progress') {
    const games = await listGames(db, window);
    const total = window ? await countGames(db) : games.length;
    return { total, games: games.map((game) => ({ ...game, status, result: null })) };
  }
  const archived = await listArchives(db, { status }, window);
  const isPart = window !== null || archived.length === longestList;
  const total = isPart ? await countArchives(db, { status }) : archived.length;
  return {
    total,
    games: archived.map(({ id, turn, fullmoveNumber, startedAt, result }) => ({
      id,
      turn,
      fullmoveNumber,
      createdAt: startedAt,
      status,
      result,
    })),
  };
}
