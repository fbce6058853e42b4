import { z } from 'zod';
import { currentFen } from '../../../../chess/game.ts';
import { boardText } from '../../../../chess/position.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Board = { content: { 'text/plain': { schema: z.string() } } };

export function registerGetBoard(app: Routes, { chess }: Services): void {
  app.get(
    '/api/games/:id/board',
    {
      schema: {
        operationId: 'getBoard',
        tags: ['games'],
        summary: 'The board as text, upper case is White',
        params: GameParams,
        querystring: Language,
        response: { 200: Board },
      },
    },
    async (request, reply) => {
      const { game } = await chess.games.get(request.params.id);
      return reply.type('text/plain; charset=utf-8').send(boardText(currentFen(game)));
    },
  );
}
