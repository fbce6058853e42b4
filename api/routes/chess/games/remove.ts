import { z } from 'zod';
import { renderMessage } from '../../../../services/games/render-message.ts';
import type { Routes } from '../../routes.ts';
import { clientOf } from '../client.ts';
import { GameParams, Language } from '../fields.ts';
import { optionalSecurity } from '../idempotency.ts';
import type { Services } from '../../../../services/index.ts';

const Removed = z.object({ message: z.string() });

export function registerDeleteGame(app: Routes, { chess }: Services): void {
  app.delete(
    '/api/games/:id',
    {
      schema: {
        operationId: 'deleteGame',
        tags: ['games'],
        summary: 'Remove a game, running or finished; for its maker, its seats and administrators',
        security: optionalSecurity,
        params: GameParams,
        querystring: Language,
        response: { 200: Removed },
      },
    },
    async (request) => {
      const message = await chess.games.remove(request.params.id, clientOf(request));
      return { message: renderMessage(request.locale, message) };
    },
  );
}
