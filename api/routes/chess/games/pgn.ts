import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { GameParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Query = Language.extend({
  eval: z.enum(['true', 'false']).default('false').describe('true adds what the latest review found'),
});

const Pgn = z.object({ pgn: z.string() });

export function registerExportPgn(app: Routes, { config, chess }: Services): void {
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
      return { pgn: await chess.writePgn(game, { baseUrl: config.http.publicUrl, locale, isAnnotated }) };
    },
  );
}
