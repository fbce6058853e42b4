import { ArchivedView, presentReplay } from '../../../../chess/present.ts';
import type { Routes } from '../../routes.ts';
import { ArchiveParams, Language } from '../fields.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetArchived(app: Routes, { chess }: Services): void {
  app.get(
    '/api/archive/:game_id',
    {
      schema: {
        operationId: 'getArchived',
        tags: ['archive'],
        summary: 'The final position of a finished game',
        params: ArchiveParams,
        querystring: Language,
        response: { 200: ArchivedView },
      },
    },
    async (request) => presentReplay(await chess.archive.get(request.params.game_id)),
  );
}
