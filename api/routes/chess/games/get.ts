import { GameState, presentGame } from '../../../../chess/present.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language } from '../fields.ts';
import { etagOf } from '../idempotency.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetGame(app: Routes, { chess }: Services): void {
  app.get(
    '/api/games/:id',
    {
      config: { described: { headers: ['ETag'] } },
      schema: {
        operationId: 'getGame',
        tags: ['games'],
        summary: 'A game with its moves, running or finished; every change gives it another ETag',
        params: GameParams,
        querystring: Language,
        response: { 200: GameState },
      },
    },
    async (request, reply) => {
      const found = await chess.games.get(request.params.id);
      return reply.header('etag', etagOf(found)).send(presentGame(found.game));
    },
  );
}
