import { z } from 'zod';
import { results } from '../../../../chess/outcome.ts';
import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { describePage, windowOf, optionalPaging } from '../paging.ts';
import { ArchiveSummary, presentArchived, presentStorage, StorageStats } from './present.ts';
import type { Services } from '../../../../services/index.ts';

const Query = Language.extend({ ...optionalPaging, result: z.enum(results).optional() });

const Page = z.object({ games: z.array(ArchiveSummary), total: z.int(), storage: StorageStats });

export function registerListArchive(app: Routes, { chess }: Services): void {
  app.get(
    '/api/archive',
    {
      schema: {
        operationId: 'listArchive',
        tags: ['archive'],
        summary: 'Finished games, newest first; all of them unless a page is asked for',
        querystring: Query,
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const { result, ...page } = request.query;
      const window = windowOf(page);
      const { games, total, storage } = await chess.archive.list(result, window);
      describePage(request, reply, window, total);
      return { games: games.map(presentArchived), total, storage: presentStorage(storage) };
    },
  );
}
