import { chessError } from '../../chess/errors.ts';
import type { Game } from '../../chess/game.ts';
import type { Result } from '../../chess/outcome.ts';
import {
  countArchives,
  findArchivedGame,
  type ListedArchive,
  listArchives,
  longestList,
  measureStorage,
  type Storage,
} from '../../store/postgres/chess/game-archives.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { Window } from '../../store/postgres/chess/stored-game.ts';

export interface ArchivePage {
  games: readonly ListedArchive[];
  /** The number of games on all pages. */
  total: number;
  storage: Storage;
}

/** Finished games, for every surface. */
export interface Archive {
  /** Newest first. A null window selects all games, up to ten thousand. */
  list(result: Result | undefined, window: Window): Promise<ArchivePage>;
  /** @throws ChessError `archive_not_found` */
  get(id: string): Promise<Game>;
  measure(): Promise<Storage>;
}

export function createArchive(pool: Pool): Archive {
  return {
    async list(result, window) {
      const games = await listArchives(pool, { result }, window);
      const isPart = window !== null || games.length === longestList;
      const total = isPart ? await countArchives(pool, { result }) : games.length;
      return { games, total, storage: await measureStorage(pool) };
    },
    async get(id) {
      const found = await findArchivedGame(pool, id);
      if (!found) throw chessError('archive_not_found', 'error.archive_not_found', { id });
      return found.game;
    },
    measure: () => measureStorage(pool),
  };
}
