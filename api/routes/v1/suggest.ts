import { z } from 'zod';
import { inputLimits } from '../../../domain/limits/inputs.ts';
import type { Routes } from '../routes.ts';
import { text } from '../fields.ts';
import type { Services } from '../../../services/index.ts';

const Suggestions = z.object({
  suggestions: z.array(z.object({ ecosystem: z.string(), name: z.string() })),
});

export function registerSuggest(app: Routes, services: Services): void {
  app.get(
    '/v1/search/suggest',
    {
      config: { tier: 'suggest' },
      schema: {
        operationId: 'suggestPackages',
        tags: ['packages'],
        summary: 'A few packages whose names begin with a text, for a field with suggestions',
        querystring: z.object({ q: text(inputLimits['search text']) }),
        response: { 200: Suggestions },
      },
    },
    async ({ actor, query }) => {
      const suggestions = await services.search.suggest(actor, query.q);
      return { suggestions: [...suggestions] };
    },
  );
}
