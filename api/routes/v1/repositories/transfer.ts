import { z } from 'zod';
import { fieldLimits } from '../../../../domain/limits/fields.ts';
import { callerOf } from '../../../callers.ts';
import type { Routes } from '../../routes.ts';
import { text } from '../../fields.ts';
import { presentRepository, Repository } from './present.ts';
import type { Services } from '../../../../services/index.ts';
import { acceptsRulesFields, readAccepted } from '../accepts-rules.ts';
import { clearedFields, keepField, presentCleared } from '../cleared.ts';

const Request = z.object({
  target_org_slug: text(fieldLimits.slug).min(1),
  move_packages: z.boolean().default(false).describe('Its packages go with it'),
  ...keepField,
  ...acceptsRulesFields,
});

export function registerTransferRepository(app: Routes, services: Services): void {
  app.post(
    '/v1/repositories/:slug/ownership-transfer',
    {
      schema: {
        operationId: 'transferRepository',
        tags: ['repositories'],
        summary: 'Give a repository to an organization; rights on it and its packages end',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        body: Request,
        response: { 200: z.object({ message: z.string(), repository: Repository, ...clearedFields }) },
      },
    },
    async (request) => {
      const { slug } = request.params;
      const { target_org_slug: organizationSlug, move_packages: movesPackages } = request.body;
      const { keep_maintainers: keeps } = request.body;
      const caller = callerOf(request, request.actor);
      const repository = await services.transfers.repository(caller, slug, {
        organizationSlug,
        movesPackages,
        keeps,
        accepted: readAccepted(request.body),
      });
      return {
        message: `${slug} belongs to ${organizationSlug} now`,
        repository: presentRepository(repository),
        ...presentCleared(repository.cleared),
      };
    },
  );
}

export function registerDeleteRepository(app: Routes, services: Services): void {
  app.delete(
    '/v1/repositories/:slug',
    {
      schema: {
        operationId: 'deleteRepository',
        tags: ['repositories'],
        summary: 'Delete a repository without packages',
        security: [{ bearer: [] }],
        params: z.object({ slug: z.string() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await services.repositories.remove(callerOf(request, request.actor), request.params.slug);
      return reply.code(204).send(null);
    },
  );
}
