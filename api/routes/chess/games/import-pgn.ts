import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { readTextBodies } from '../body.ts';
import { Language } from '../fields.ts';
import { OnceHeaders } from '../idempotency.ts';
import { beginOnce } from './begin-once.ts';
import { BegunAnswer } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

const Imported = z.object({ pgn: z.string().describe('Of several games the first one is taken') });

const textTypes = ['text/plain', 'application/x-chess-pgn', 'application/vnd.chess-pgn'];

export function registerImportPgn(app: Routes, { chess }: Services): void {
  app.register(async (scope: Routes) => {
    readTextBodies(scope, textTypes, (pgn) => ({ pgn }));
    scope.post(
      '/api/games/pgn',
      {
        config: { textTypes, body: 'chess.pgn' },
        schema: {
          operationId: 'importPgn',
          tags: ['games'],
          summary: 'Bring a game along; one that has ended goes to the archive',
          querystring: Language,
          headers: OnceHeaders,
          body: Imported,
          response: { 200: BegunAnswer },
        },
      },
      async (request, reply) => {
        const { body } = request;
        return beginOnce({ chess }, { request, reply }, (by) => chess.games.importPgn(body.pgn, by));
      },
    );
  });
}
