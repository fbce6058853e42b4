import { MoveAnswer } from '../../../../chess/present.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language, MoveBody } from '../fields.ts';
import { ChangeHeaders, optionalSecurity } from '../idempotency.ts';
import { changeOnce } from './change-once.ts';

export function registerPlayMove(app: Routes, { pool, chess }: ChessRouteDeps): void {
  app.post(
    '/api/games/:id/move',
    {
      config: { described: { headers: ['ETag'], refuses: ['not_your_turn'] } },
      schema: {
        operationId: 'playMove',
        tags: ['games'],
        summary: 'Move for the side that has the move',
        security: optionalSecurity,
        params: GameParams,
        querystring: Language,
        headers: ChangeHeaders,
        body: MoveBody,
        response: { 200: MoveAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      return changeOnce({ pool }, { request, reply }, ({ by, known, db }) =>
        chess.games.move(params.id, body, by, known, db),
      );
    },
  );
}
