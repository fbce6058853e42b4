import { GameState, presentGame } from '../../../../chess/present.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language } from '../fields.ts';
import { etagOf } from '../once.ts';

export function registerGetGame(app: Routes, { chess }: ChessRouteDeps): void {
  app.get(
    '/api/games/:id',
    {
      schema: {
        operationId: 'getGame',
        tags: ['games'],
        summary: 'A game with its moves, running or finished; the ETag is the number of half-moves',
        params: GameParams,
        querystring: Language,
        response: { 200: GameState },
      },
    },
    async (request, reply) => {
      const { game } = await chess.games.get(request.params.id);
      return reply.header('etag', etagOf(game.moves.length)).send(presentGame(game));
    },
  );
}
