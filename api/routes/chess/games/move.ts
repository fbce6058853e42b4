import { MoveAnswer } from '../../../../chess/present.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language, MoveBody } from '../fields.ts';
import { ChangeHeaders, optionalSecurity } from '../idempotency.ts';
import { changeOnce } from './change-once.ts';
import type { Services } from '../../../../services/index.ts';

export function registerPlayMove(app: Routes, { chess }: Services): void {
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
      return changeOnce({ chess }, { request, reply }, ({ by, known, db }) =>
        chess.games.move(params.id, body, by, known, db),
      );
    },
  );
}
