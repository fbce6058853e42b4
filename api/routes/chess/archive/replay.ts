import { z } from 'zod';
import { maximumPlies } from '../../../../chess/play.ts';
import { ArchivedView, presentReplay } from '../../../../chess/present.ts';
import { wrong } from '../../../plugins/chess-fields.ts';
import type { Routes } from '../../routes.ts';
import { ArchiveParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

const Query = Language.extend({
  move_number: z
    .string()
    .refine((value) => /^-?\d+$/.test(value), {
      params: wrong('error.wrong_type', { expected: { text: 'type.integer' } }),
    })
    .transform((value) => Math.min(Number(value), maximumPlies))
    .refine((plies) => plies >= 0, {
      params: wrong('error.out_of_range', { minimum: 0, maximum: maximumPlies }, 'out_of_range'),
    })
    .optional()
    .meta({ type: 'integer', minimum: 0 })
    .describe('Half-moves from the start; more than there are is the end, and so is nothing'),
});

export function registerReplayArchived(app: Routes, { chess }: Services): void {
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
