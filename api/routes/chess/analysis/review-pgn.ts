import Negotiator from 'negotiator';
import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { type AnalysisRoutes, JobParams } from './deps.ts';

const pgnType = 'application/x-chess-pgn';

export function registerGetReviewPgn(app: Routes, { reviews }: AnalysisRoutes): void {
  app.get(
    '/api/analysis/jobs/:job_id/pgn',
    {
      config: { described: { refuses: ['invalid_state'] } },
      schema: {
        operationId: 'getReviewPgn',
        tags: ['analysis'],
        summary: 'The game of a completed review as PGN with evaluations, glyphs and best lines',
        params: JobParams,
        querystring: Language,
        response: {
          200: {
            description: 'PGN in an object, or as it is where that is asked for by name',
            content: {
              'application/json': { schema: z.object({ pgn: z.string() }) },
              [pgnType]: { schema: z.string() },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const pgn = await reviews.pgn(request.params.job_id, request.locale);
      reply.header('vary', 'Accept, Accept-Language');
      const { accept = '*/*' } = request.headers;
      const wanted = new Negotiator({ headers: { accept } }).mediaType(['application/json', pgnType]);
      if (wanted !== pgnType) return { pgn };
      return reply.type(`${pgnType}; charset=utf-8`).send(pgn);
    },
  );
}
