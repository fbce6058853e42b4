import { z } from 'zod';
import { listKeys } from '../../../../services/namespaces/keys.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
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
        querystring: z.object(paging(20)),
        response: { 200: z.object({ ...pageFields, keys: z.array(Key) }) },
      },
    },
    async (request, reply) => {
      const page = openPage(request);
      const keys = await listKeys(pool, request.actor, request.params.id, page.window);
      const { shown, fields } = page.close(reply, keys);
      return { ...fields, keys: shown.map(presentKey) };
    },
  );
}
