import { type AccessFacts, canReadDocuments } from '../../domain/access.ts';
import { type Actor, requireUser } from '../../domain/actor.ts';
import { may, asTarget } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import {
  findRepositoryPage,
  listRepositoryPages,
  type RepositoryPage,
} from '../../store/postgres/packages/repository-page.ts';
import type { Platform } from '../platform.ts';

/** A repository, and the rights of its reader. */
export interface RepositoryView extends RepositoryPage {
  canManage: boolean;
  canCreatePackages: boolean;
  canTransfer: boolean;
}

/** @throws DomainError `not_found` for missing and hidden repositories alike */
export async function getRepository(
  { pool: db }: Pick<Platform, 'pool'>,
  actor: Actor,
  slug: string,
): Promise<RepositoryView> {
  return viewOf(await getVisibleRepository(db, actor, slug), actor);
}

/** The repositories of the caller and of the caller's organizations, by slug. @throws DomainError `unauthenticated` */
export async function listOwnRepositories(
  { pool: db }: Pick<Platform, 'pool'>,
  actor: Actor,
  window: Window,
): Promise<readonly (RepositoryView & Placed)[]> {
  const user = requireUser(actor);
  const found = await listRepositoryPages(db, user, window);
  return found.map(({ position, ...repository }) => ({ ...viewOf(repository, user), position }));
}

/**
 * A repository is visible like a released package with the repository's visibility.
 * @throws as {@link getRepository}
 */
export async function getVisibleRepository(
  db: Queryable,
  actor: Actor,
  slug: string,
): Promise<RepositoryPage> {
  const repository = await findRepositoryPage(db, slug);
  if (!repository) throw notFound('repository');
  const facts = factsOf(repository);
  if (!(canReadDocuments(facts, actor) || may(actor, 'oversee', facts))) throw notFound('repository');
  return repository;
}

export function viewOf(repository: RepositoryPage, actor: Actor): RepositoryView {
  const facts = factsOf(repository);
  return {
    ...repository,
    canManage: may(actor, 'manage_repository', facts),
    canCreatePackages: may(actor, 'publish', facts),
    canTransfer: may(actor, 'transfer_repository', facts),
  };
}

function factsOf(repository: RepositoryPage): AccessFacts {
  const { visibility } = repository;
  return { ...asTarget(repository), visibility, repositoryVisibility: visibility, readableReleases: 1 };
}
