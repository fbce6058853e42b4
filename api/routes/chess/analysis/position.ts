import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { PositionResult, presentPosition } from '../../../../services/analysis/present-analysis.ts';
import type { Routes } from '../../routes.ts';
import { fenText, Id, Language, whole } from '../fields.ts';
import { type AnalysisRoutes, Depth, MoveTime } from './deps.ts';
import { disconnection } from '../../../plugins/disconnection.ts';

const Body = z.object({
  fen: fenText('any').nullish().describe('Four to six fields; wins over game_id'),
  game_id: Id.nullish().describe(
    'A game, running or finished: its last position, with the moves that led there',
  ),
  depth: Depth.default(128),
  movetime_ms: MoveTime.default(1_000),
  multi_pv: whole(1, fieldLimits['analysis lines'].count).default(1),
  threads: whole(1, fieldLimits['analysis threads'].count).default(1),
});

export function registerAnalysePosition(app: Routes, { analysis, configured }: AnalysisRoutes): void {
  app.post(
    '/api/analysis/position',
    {
      // the operation changes nothing, and slots limit its cost
      config: { tier: 'read', described: { refuses: ['game_not_found', 'not_ready'] } },
      schema: {
        operationId: 'analysePosition',
        tags: ['analysis'],
        summary:
          'One bounded search, answered at once, within the ceilings of the server: `limits_applied` tells them',
        querystring: Language,
        body: Body,
        response: { 200: PositionResult },
      },
    },
    async (request, reply) => {
      const { fen, game_id, depth, movetime_ms, multi_pv, threads } = request.body;
      const asked = {
        fen: fen ?? null,
        gameId: game_id ?? null,
        depth,
        movetimeMs: movetime_ms,
        multiPv: multi_pv,
        threads,
      };
      return presentPosition(await analysis.analyse(asked, disconnection(reply)), configured);
    },
  );
}
