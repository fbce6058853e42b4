import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { inputLimits } from '../../../../domain/limits/inputs.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { clearableLink, clearableText, text } from '../../fields.ts';
import { presentRepository, Repository } from './present.ts';
import type { Services } from '../../../../services/index.ts';

const Request = z
  .object({
    name: text(inputLimits['display name']).min(1).optional(),
    description: clearableText(fieldLimits.description),
    visibility: z
      .enum(['public', 'unlisted', 'private', 'internal_org', 'quarantined'])
      .optional()
      .describe('quarantined: by the platform alone, hides everything inside until it is lifted'),
    upstream_url: clearableLink(),
  })
  .describe('Absent members stay; narrowing the visibility narrows the packages inside at once');

export function registerUpdateRepository(app: Routes, services: Services): void {
  app.patch(
    '/v1/repositories/:slug',
    {
      schema: {
        operationId: 'updateRepository',
        tags: ['repositories'],
        summary: 'Change a repository, or who may see it',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        body: Request,
        response: { 200: Repository },
      },
    },
    async (request) => {
      const caller = callerOf(request, request.actor);
      const { upstream_url: upstreamUrl, ...same } = request.body;
      const change = { ...same, upstreamUrl };
      const repository = await services.repositories.update(caller, request.params.slug, change);
      return presentRepository(repository);
    },
  );
}
