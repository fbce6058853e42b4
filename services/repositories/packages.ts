import type { Actor } from '../../domain/actor.ts';
import type { Window } from '../../domain/paging.ts';
import { listPackagesAt, type RepositoryPackage } from '../../store/postgres/packages/repository-packages.ts';
import { getVisibleRepository } from './get.ts';
import type { Platform } from '../platform.ts';

export type { RepositoryPackage };

/** What listings show the actor of a repository, and what the actor looks after. @throws DomainError `not_found` */
export async function listPackagesIn(
  { pool: db }: Pick<Platform, 'pool'>,
  actor: Actor,
  slug: string,
  window: Window,
): Promise<{ total: number; packages: readonly RepositoryPackage[] }> {
  const { id } = await getVisibleRepository(db, actor, slug);
  return listPackagesAt(db, actor, { repositoryId: id }, window);
}
