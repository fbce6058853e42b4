import type { UserActor } from '../../../../domain/actor.ts';
import { DomainError, notFound } from '../../../../domain/errors.ts';
import { findRepositoryPage } from '../../../../store/postgres/packages/repository-page.ts';
import type { ManagementDeps } from '../../deps.ts';
import { getVisiblePackage } from '../packages/find.ts';
import { isVisibleRepository } from '../repositories/present.ts';

export interface Binding {
  kind: 'personal' | 'repository' | 'package';
  repositoryId: string | null;
  packageId: string | null;
}

/** What a new token is to be bound to. @throws DomainError `not_found`, `validation_failed` */
export async function findBinding(
  deps: ManagementDeps,
  actor: UserActor,
  asked: {
    repository_slug?: string | undefined;
    package?: { ecosystem: string; name: string } | undefined;
  },
): Promise<Binding> {
  const { repository_slug: slug, package: named } = asked;
  if (slug !== undefined && named !== undefined) {
    throw new DomainError('validation_failed', 'a token is bound to a repository or a package, not both');
  }
  if (named !== undefined) {
    const { pkg } = await getVisiblePackage(deps, actor, named);
    return { kind: 'package', repositoryId: null, packageId: pkg.id };
  }
  if (slug === undefined) return { kind: 'personal', repositoryId: null, packageId: null };
  const repository = await findRepositoryPage(deps.pool, slug);
  if (!repository || !isVisibleRepository(repository, actor)) throw notFound('repository');
  return { kind: 'repository', repositoryId: repository.id, packageId: null };
}
