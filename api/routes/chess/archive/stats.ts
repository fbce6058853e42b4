import type { Routes } from '../../routes.ts';
import { Language } from '../fields.ts';
import { presentStorage, StorageStats } from './present.ts';
import type { Services } from '../../../../services/index.ts';

export function registerGetStorage(app: Routes, { chess }: Services): void {
  app.get(
    '/api/archive/stats',
    {
      schema: {
        operationId: 'getStorage',
        tags: ['archive'],
        summary: 'How many games there are and what they take',
        querystring: Language,
        response: { 200: StorageStats },
      },
    },
    async () => presentStorage(await chess.archive.measure()),
  );
}
