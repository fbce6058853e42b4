import { z } from 'zod';
import { writeGamePgn } from '../../../../services/games/game-pgn.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language } from '../fields.ts';

const Query = Language.extend({
  eval: z.enum(['true', 'false']).default('false').describe('true adds what the latest review found'),
});

const Pgn = z.object({ pgn: z.string() });

export function registerExportPgn(app: Routes, { config, pool, chess }: ChessRouteDeps): void {
  app.get(
    '/api/games/:id/pgn',
    {
      schema: {
        operationId: 'exportPgn',
        tags: ['games'],
        summary: 'The game as PGN with SAN moves',
        params: GameParams,
        querystring: Query,
        response: { 200: Pgn },
      },
    },
    async (request) => {
      const { game } = await chess.games.get(request.params.id);
      const isAnnotated = request.query.eval === 'true';
      const { locale } = request;
      return { pgn: await writeGamePgn(pool, game, { baseUrl: config.http.publicUrl, locale, isAnnotated }) };
    },
  );
}
