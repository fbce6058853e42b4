import { z } from 'zod';
import { isPlatformAdmin } from '../../../../domain/authorize.ts';
import { requireBinding, requireScope, type UserActor } from '../../../../domain/actor.ts';
import { DomainError, forbidden, notFound } from '../../../../domain/errors.ts';
import type { Visibility } from '../../../../domain/visibility.ts';
import {
  findRepositoryPage,
  type RepositoryPage,
} from '../../../../store/postgres/packages/repository-page.ts';
import { narrowPackages, updateRepository } from '../../../../store/postgres/packages/repository-write.ts';
import { writeAudit } from '../../../../store/postgres/audit/audit.ts';
import { performerOf } from '../../../callers.ts';
import type { ManagementDeps, Routes } from '../../deps.ts';
import { clearableText, text } from '../../fields.ts';
import { afterChange } from '../packages/after-change.ts';
import { isVisibleRepository, presentRepository, Repository } from './present.ts';

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

/** Packages of a repository that comes back which search hears of at once. */
const maxProjected = 100;

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
      if (visibility !== undefined) assertMayShow(repository, visibility, actor);
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
      if (repository.visibility === 'quarantined') {
        // the reconciler finds the rest
        await Promise.all(packages.slice(0, maxProjected).map((pkg) => afterChange(deps, request, pkg)));
      }
      const after = await findRepositoryPage(deps.pool, repository.slug);
      return presentRepository(after ?? repository, actor);
    },
  );
}

/** @throws DomainError `forbidden`, `visibility_too_broad` */
function assertMayShow(
  { kind, visibility: current }: RepositoryPage,
  wanted: Visibility,
  actor: UserActor,
): void {
  const isQuarantine = current === 'quarantined' || wanted === 'quarantined';
  if (isQuarantine && !isPlatformAdmin(actor)) {
    throw forbidden('only platform administrators put repositories into quarantine or let them out');
  }
  const isClosed = kind === 'private' || kind === 'staging';
  if (isClosed && wanted !== 'private' && wanted !== 'quarantined') {
    throw new DomainError('visibility_too_broad', 'a private repository stays private');
  }
}
