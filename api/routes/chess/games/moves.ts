import { LegalMoves, presentMoves } from '../../../../chess/present.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

export function registerListMoves(app: Routes, { chess }: Services): void {
  app.get(
    '/api/games/:id/moves',
    {
      schema: {
        operationId: 'listMoves',
        tags: ['games'],
        summary: 'Legal moves of the side that has the move',
        params: GameParams,
        querystring: Language,
        response: { 200: LegalMoves },
      },
    },
    async (request) => presentMoves((await chess.games.get(request.params.id)).game),
  );
}
