import { z } from 'zod';
import type { Routes } from '../../routes.ts';
import { openPage, paging, pageFields } from '../../paging.ts';
import { Key, keysPath, presentKey } from './key.ts';
import type { Services } from '../../../../services/index.ts';

export function registerListNamespaceKeys(app: Routes, services: Services): void {
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
      const keys = await services.namespaces.listKeys(request.actor, request.params.id, page.window);
      const { shown, fields } = page.close(reply, keys);
      return { ...fields, keys: shown.map(presentKey) };
    },
  );
}
