import { maximumPlies } from '../../../../chess/play.ts';
import { ArchivedView, presentReplay } from '../../../../chess/present.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { ArchiveParams, Language, wholeText } from '../fields.ts';

const Query = Language.extend({
  move_number: wholeText(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Half-moves from the start; more than there are is the end, and so is nothing'),
});

export function registerReplayArchived(app: Routes, { chess }: ChessRouteDeps): void {
  app.get(
    '/api/archive/:game_id/replay',
    {
      schema: {
        operationId: 'replayArchived',
        tags: ['archive'],
        summary: 'A finished game at one of its half-moves',
        params: ArchiveParams,
        querystring: Query,
        response: { 200: ArchivedView },
      },
    },
    async (request) => {
      const { move_number: plies = maximumPlies } = request.query;
      return presentReplay(await chess.archive.get(request.params.game_id), plies);
    },
  );
}
