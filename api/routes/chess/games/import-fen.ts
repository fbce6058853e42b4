import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { fenText, Language } from '../fields.ts';
import { OnceHeaders } from '../idempotency.ts';
import { beginOnce } from './begin-once.ts';
import { BegunAnswer } from './present-begun.ts';
import type { Services } from '../../../../services/index.ts';

const Position = z.object({ fen: fenText('all').describe('All six fields') });

export function registerImportFen(app: Routes, { chess }: Services): void {
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
      const { body } = request;
      return beginOnce({ chess }, { request, reply }, (by) => chess.games.importFen(body.fen, by));
    },
  );
}
