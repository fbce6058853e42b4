import { z } from 'zod';
import { removeRepository } from '../../../../services/repositories/delete.ts';
import { transferRepository } from '../../../../services/transfers/repository.ts';
import { callerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { text } from '../../fields.ts';
import { acceptsRulesField } from '../accepts-rules.ts';
import { clearedFields, keepField, presentCleared } from '../cleared.ts';
import { presentRepository, Repository } from './present.ts';

const Request = z.object({
  target_org_slug: text(64).min(1),
  move_packages: z.boolean().default(false).describe('Its packages go with it'),
  ...keepField,
  ...acceptsRulesField,
});

export function registerTransferRepository(app: Routes, deps: ManagementDeps): void {
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
      const { keep_maintainers: keeps, accepts_rules: acceptsRules } = request.body;
      const caller = callerOf(request, request.actor);
      const repository = await transferRepository(deps, caller, slug, {
        organizationSlug,
        movesPackages,
        keeps,
        acceptsRules,
      });
      return {
        message: `${slug} belongs to ${organizationSlug} now`,
        repository: presentRepository(repository),
        ...presentCleared(repository.cleared),
      };
    },
  );
}

export function registerDeleteRepository(app: Routes, { pool }: ManagementDeps): void {
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
      await removeRepository(pool, callerOf(request, request.actor), request.params.slug);
      return reply.code(204).send(null);
    },
  );
}
