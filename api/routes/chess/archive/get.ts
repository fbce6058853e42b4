import { ArchivedView, presentReplay } from '../../../../chess/present.ts';
import type { Routes } from '../../deps.ts';
import type { ChessRouteDeps } from '../deps.ts';
import { ArchiveParams, Language } from '../fields.ts';

export function registerGetArchived(app: Routes, { chess }: ChessRouteDeps): void {
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
