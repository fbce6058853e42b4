import { z } from 'zod';
import { tellOnce } from '../../../chess/once.ts';
import { addressKey } from '../../../plugins/rate-tiers.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { Language } from '../fields.ts';
import { markReplayed, OnceHeaders, onceOf } from '../once.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';

const Position = z.object({ fen: z.string().describe('All six fields') });

export function registerImportFen(app: Routes, { pool, chess }: ChessRouteDeps): void {
  app.post(
    '/api/games/fen',
    {
      schema: {
        operationId: 'importFen',
        tags: ['games'],
        summary: 'Start a game from a position; one that is over already makes a finished game',
        querystring: Language,
        headers: OnceHeaders,
        body: Position,
        response: { 200: BegunAnswer },
      },
    },
    async (request, reply) => {
      const { body, locale, ip } = request;
      const once = onceOf(request);
      await chess.limitCreation(ip);
      const told = await tellOnce(pool, once, async (db) =>
        presentBegun(await chess.games.importFen(body.fen, addressKey(ip), db), locale),
      );
      markReplayed(reply, told);
      return BegunAnswer.parse(told.body);
    },
  );
}
