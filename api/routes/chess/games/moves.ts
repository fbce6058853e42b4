import { LegalMoves, presentMoves } from '../../../../chess/present.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language } from '../fields.ts';

export function registerListMoves(app: Routes, { chess }: ChessRouteDeps): void {
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
