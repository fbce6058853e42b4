import { z } from 'zod';
import { statuses } from '../../../../chess/outcome.ts';
import { GameSummary, unixSeconds } from '../../../../chess/present.ts';
import type { GameLine } from '../../../../services/games/find-games.ts';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { describePage, windowOf, optionalPaging } from '../paging.ts';
import type { Services } from '../../../../services/index.ts';

const Query = Language.extend({
  ...optionalPaging,
  status: z.enum(statuses).default('in_progress').describe('Others are those of finished games'),
  envelope: z.enum(['true', 'false']).default('false').describe('true: an object with the total'),
});

const Games = z.array(GameSummary);

export function registerListGames(app: Routes, { chess }: Services): void {
  app.get(
    '/api/games',
    {
      schema: {
        operationId: 'listGames',
        tags: ['games'],
        summary: 'Games, newest first; all of them unless a page is asked for',
        querystring: Query,
        response: { 200: z.union([Games, z.object({ games: Games, total: z.int() })]) },
      },
    },
    async (request, reply) => {
      const { status, envelope, ...page } = request.query;
      const window = windowOf(page);
      const { games, total } = await chess.games.list(status, window);
      describePage(request, reply, window, total);
      const lines = games.map(presentLine);
      return envelope === 'true' ? { games: lines, total } : lines;
    },
  );
}

export function presentLine({ id, status, turn, fullmoveNumber, result, createdAt }: GameLine): GameSummary {
  return {
    game_id: id,
    status,
    turn,
    fullmove_number: fullmoveNumber,
    is_over: status !== 'in_progress',
    result,
    created_at: unixSeconds(createdAt),
  };
}
