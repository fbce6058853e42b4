import { z } from 'zod';
import { tellOnce } from '../../../chess/once.ts';
import { addressKey } from '../../../plugins/rate-tiers.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { Language } from '../fields.ts';
import { markReplayed, OnceHeaders, onceOf } from '../once.ts';
import { BegunAnswer, presentBegun } from './present-begun.ts';

const Imported = z.object({ pgn: z.string().describe('Of several games the first one is taken') });

const textTypes = ['text/plain', 'application/x-chess-pgn', 'application/vnd.chess-pgn'];
const maxBytes = 256 * 1024;

export function registerImportPgn(app: Routes, { pool, chess }: ChessRouteDeps): void {
  app.register(async (scope: Routes) => {
    scope.addContentTypeParser(textTypes, { parseAs: 'string' }, (_request, body, done) => {
      done(null, { pgn: body });
    });
    scope.post(
      '/api/games/pgn',
      {
        bodyLimit: maxBytes,
        schema: {
          operationId: 'importPgn',
          tags: ['games'],
          summary: 'Bring a game along; one that has ended goes to the archive',
          description: `The text may also be the whole body, as ${textTypes.join(', ')}.`,
          querystring: Language,
          headers: OnceHeaders,
          body: Imported,
          response: { 200: BegunAnswer },
        },
      },
      async (request, reply) => {
        const { body, locale, ip } = request;
        const once = onceOf(request);
        await chess.limitCreation(ip);
        const told = await tellOnce(pool, once, async (db) =>
          presentBegun(await chess.games.importPgn(body.pgn, addressKey(ip), db), locale),
        );
        markReplayed(reply, told);
        return BegunAnswer.parse(told.body);
      },
    );
  });
}
