import { MoveAnswer, presentMoveAnswer } from '../../../../chess/present.ts';
import { tellOnce } from '../../../chess/once.ts';
import { say } from '../../../chess/sentences.ts';
import { bearerCredential } from '../../../plugins/presented-credential.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { GameParams, Language, MoveBody } from '../fields.ts';
import { ChangeHeaders, knownPliesOf, markReplayed, onceOf } from '../once.ts';

export function registerPlayMove(app: Routes, { pool, chess }: ChessRouteDeps): void {
  app.post(
    '/api/games/:id/move',
    {
      schema: {
        operationId: 'playMove',
        tags: ['games'],
        summary: 'Move for the side that has the move',
        params: GameParams,
        querystring: Language,
        headers: ChangeHeaders,
        body: MoveBody,
        response: { 200: MoveAnswer },
      },
    },
    async (request, reply) => {
      const { params, body, locale } = request;
      const by = { credential: bearerCredential(request.headers) };
      const known = knownPliesOf(request);
      const told = await tellOnce(pool, onceOf(request), async (db) => {
        const { game, message, san } = await chess.games.move(params.id, body, by, known, db);
        return presentMoveAnswer(game, say(locale, message), san);
      });
      markReplayed(reply, told);
      // what was kept is what was told
      return told.body as MoveAnswer;
    },
  );
}
