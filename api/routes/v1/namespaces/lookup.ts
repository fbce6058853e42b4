import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { getEcosystem } from '../packages/params.ts';
import type { Services } from '../../../../services/index.ts';

const Query = z.object({ ecosystem: z.string(), namespace: text(fieldLimits.namespace).min(1) });

const Owner = z.object({
  ecosystem: z.string(),
  namespace: z.string(),
  owner: z.string().describe('Name of the person or organization'),
});

export function registerLookUpNamespace(app: Routes, services: Services): void {
  app.get(
    '/v1/namespaces/lookup',
    {
      schema: {
        operationId: 'lookUpNamespace',
        tags: ['namespaces'],
        summary: 'Whose a namespace is, once something in it is public, and before to its holders',
        querystring: Query,
        response: { 200: Owner },
      },
    },
    async (request) => {
      const asked = getEcosystem(services.ecosystems, request.query.ecosystem);
      const { ecosystem, namespace, ownerName } = await services.namespaces.lookUp(
        request.actor,
        asked,
        request.query.namespace,
      );
      return { ecosystem, namespace, owner: ownerName };
    },
  );
}
