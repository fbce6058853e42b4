import { z } from 'zod';
import { say } from '../../../../services/games/render-message.ts';
import { bearerCredential } from '../../../plugins/presented-credential.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language } from '../fields.ts';
import { seatSecurity } from '../idempotency.ts';

const Removed = z.object({ message: z.string() });

export function registerDeleteGame(app: Routes, { chess }: ChessRouteDeps): void {
  app.delete(
    '/api/games/:id',
    {
      schema: {
        operationId: 'deleteGame',
        tags: ['games'],
        summary: 'Remove a game, running or finished; one with seats needs the token of one of them',
        security: seatSecurity,
        params: GameParams,
        querystring: Language,
        response: { 200: Removed },
      },
    },
    async (request) => {
      const credential = bearerCredential(request.headers);
      const message = await chess.games.remove(request.params.id, { credential });
      return { message: say(request.locale, message) };
    },
  );
}
