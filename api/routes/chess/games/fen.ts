import { z } from 'zod';
import { currentFen } from '../../../../chess/game.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Fen = z.object({ fen: z.string() });

export function registerGetFen(app: Routes, { chess }: Services): void {
  app.get(
    '/api/games/:id/fen',
    {
      schema: {
        operationId: 'getFen',
        tags: ['games'],
        summary: 'The position on the board, all six fields',
        params: GameParams,
        querystring: Language,
        response: { 200: Fen },
      },
    },
    async (request) => ({ fen: currentFen((await chess.games.get(request.params.id)).game) }),
  );
}
