import { z } from 'zod';
import { listKeys } from '../../../../services/namespaces/keys.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { Key, keysPath, presentKey } from './key.ts';

export function registerListNamespaceKeys(app: Routes, { pool }: ManagementDeps): void {
  app.get(
    keysPath,
    {
      schema: {
        operationId: 'listNamespaceKeys',
        tags: ['namespaces'],
        summary: 'Keys that signatures of releases in a namespace are checked against',
        params: z.object({ id: z.uuid() }),
        response: { 200: z.object({ keys: z.array(Key) }) },
      },
    },
    async ({ params }) => ({ keys: (await listKeys(pool, params.id)).map(presentKey) }),
  );
}
