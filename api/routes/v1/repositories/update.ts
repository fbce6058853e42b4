import { z } from 'zod';
import { isPlatformAdmin } from '../../../../domain/access.ts';
import { requireBinding, requireScope } from '../../../../domain/actor.ts';
import { DomainError, forbidden, notFound } from '../../../../domain/errors.ts';
import { findRepositoryPage } from '../../../../store/postgres/repository-page.ts';
import { narrowPackages, updateRepository } from '../../../../store/postgres/repository-write.ts';
import { writeAudit } from '../../../../store/postgres/audit.ts';
import { performerOf } from '../../../identity/origin.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableText, text } from '../../fields.ts';
import { isVisibleRepository, presentRepository, Repository } from './present.ts';

const Request = z
  .object({
    name: text(200).min(1).optional(),
    description: clearableText(2_000),
    visibility: z.enum(['public', 'unlisted', 'private']).optional(),
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
      const actor = requireScope(request.actor, 'repositories:write');
      const repository = await findRepositoryPage(deps.pool, request.params.slug);
      if (!repository || !isVisibleRepository(repository, actor)) throw notFound('repository');
      requireBinding(actor, { repositoryId: repository.id });
      if (!presentRepository(repository, actor).can_manage) throw forbidden('this repository is not yours');
      const { visibility } = request.body;
      if (repository.visibility === 'quarantined' && visibility !== undefined && !isPlatformAdmin(actor)) {
        throw forbidden('only a platform administrator lifts a quarantine');
      }
      const isClosed = repository.kind === 'private' || repository.kind === 'staging';
      if (isClosed && visibility !== undefined && visibility !== 'private') {
        throw new DomainError('visibility_too_broad', 'a private repository stays private');
      }
      const packages = await deps.pool.transaction(async (tx) => {
        await updateRepository(tx, repository.id, request.body);
        await writeAudit(tx, {
          action: 'repository_update',
          performer: performerOf(request, actor),
          targetOrgId: repository.ownerOrgId,
          metadata: { slug: repository.slug, visibility: visibility ?? null },
        });
        return visibility === undefined ? [] : narrowPackages(tx, repository.id, visibility);
      });
      for (const pkg of packages) deps.announce({ kind: 'package', id: pkg.id });
      const after = await findRepositoryPage(deps.pool, repository.slug);
      return presentRepository(after ?? repository, actor);
    },
  );
}
