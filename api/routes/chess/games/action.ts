import { z } from 'zod';
import { MoveAnswer } from '../../../../chess/present.ts';
import type { Routes } from '../../routes.ts';
import { GameParams, Language, MoveBody } from '../fields.ts';
import { ChangeHeaders, optionalSecurity } from '../idempotency.ts';
import { changeOnce } from './change-once.ts';
import type { Services } from '../../../../services/index.ts';
import { actions, claimReasons } from '../../../../chess/play.ts';

// the rules know the action names, and refuse others with specific codes
const Action = z.object({
  action: z.string().meta({ enum: [...actions] }),
  reason: z
    .string()
    .nullish()
    .meta({ enum: [...claimReasons, null], description: 'Of a claim' }),
  side: z
    .enum(['white', 'black'])
    .nullish()
    .describe('Who acts, in a game without seats; otherwise the side to move, and who was offered a draw'),
  move: MoveBody.nullish().describe('The move that a claim intends (FIDE 9.2.1, 9.3.1); it is not played'),
});

export function registerPlayAction(app: Routes, { chess }: Services): void {
  app.post(
    '/api/games/:id/action',
    {
      config: { described: { headers: ['ETag'], refuses: ['not_your_turn'] } },
      schema: {
        operationId: 'playAction',
        tags: ['games'],
        summary: 'Resign, claim, offer or accept a draw',
        security: optionalSecurity,
        params: GameParams,
        querystring: Language,
        headers: ChangeHeaders,
        body: Action,
        response: { 200: MoveAnswer },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const { action, reason, side, move } = body;
      const asked = {
        action,
        reason: reason ?? undefined,
        side: side ?? undefined,
        move: move ?? undefined,
      };
      return changeOnce({ chess }, { request, reply }, ({ by, known, db }) =>
        chess.games.act(params.id, asked, by, known, db),
      );
    },
  );
}
