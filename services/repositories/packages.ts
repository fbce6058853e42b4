import type { Actor } from '../../domain/actor.ts';
import type { Window } from '../../domain/paging.ts';
import { listPackagesAt, type RepositoryPackage } from '../../store/postgres/packages/repository-packages.ts';
import { getVisibleRepository } from './get.ts';
import type { Platform } from '../platform.ts';

export type { RepositoryPackage };

/**
 * The packages of a repository that listings show the actor, and those that the actor manages.
 * @throws DomainError `not_found`
 */
export async function listPackagesIn(
  { pool: db }: Pick<Platform, 'pool'>,
  actor: Actor,
  slug: string,
  window: Window,
): Promise<{ total: number; packages: readonly RepositoryPackage[] }> {
  const { id } = await getVisibleRepository(db, actor, slug);
  return listPackagesAt(db, actor, { repositoryId: id }, window);
}
