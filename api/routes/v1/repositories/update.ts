import { z } from 'zod';
import { updateRepository } from '../../../../services/repositories/update.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableText, text } from '../../fields.ts';
import { presentRepository, Repository } from './present.ts';

const Request = z
  .object({
    name: text(200).min(1).optional(),
    description: clearableText(2_000),
    visibility: z
      .enum(['public', 'unlisted', 'private', 'quarantined'])
      .optional()
      .describe('quarantined: by the platform alone, hides everything inside until it is lifted'),
  })
  .describe('Absent members stay; narrowing the visibility narrows the packages inside at once');

export function registerUpdateRepository(app: Routes, deps: ManagementDeps): void {
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
      const repository = await updateRepository(deps, caller, request.params.slug, request.body);
      return presentRepository(repository);
    },
  );
}
