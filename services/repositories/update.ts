import { authorize, may, requireScopeFor } from '../../domain/authorize.ts';
import type { UserActor } from '../../domain/actor.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, forbidden } from '../../domain/errors.ts';
import type { Visibility } from '../../domain/visibility.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import type { Change } from '../../store/postgres/notify.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findRepositoryPage, type RepositoryPage } from '../../store/postgres/packages/repository-page.ts';
import {
  type NarrowedPackage,
  narrowPackages,
  type RepositoryChange,
  updateRepository as saveRepository,
} from '../../store/postgres/packages/repository-write.ts';
import { getVisibleRepository, type RepositoryView, viewOf } from './get.ts';

export interface UpdateRepositoryDeps {
  pool: Pool;
  /** Something changed here and now: caches of this process need not wait for the notice. */
  announce(change: Change): void;
  /** Brings what search says about a package up to date; never fails. */
  afterChange(pkg: NarrowedPackage): Promise<void>;
}

/** How many packages of a repository that is visible again are projected into search at once. */
const maxProjected = 100;

/**
 * Absent members stay; narrowing the visibility narrows the packages inside at once.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `visibility_too_broad`
 */
export async function updateRepository(
  { pool, announce, afterChange }: UpdateRepositoryDeps,
  caller: Caller,
  slug: string,
  change: RepositoryChange,
): Promise<RepositoryView> {
  requireScopeFor(caller.actor, 'manage_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const { id, ownerUserId, ownerOrgId } = repository;
  const target = { packageId: null, repositoryId: id, ownerUserId, ownerOrgId, name: slug };
  const actor = authorize(caller.actor, 'manage_repository', {
    ...target,
    refusal: 'this repository is not yours',
  });
  const { visibility } = change;
  if (visibility !== undefined) assertMayShow(repository, visibility, actor);
  const packages = await pool.transaction(async (tx) => {
    await saveRepository(tx, id, change);
    await writeAudit(tx, {
      action: 'repository_update',
      performer: performedBy(caller),
      targetOrgId: ownerOrgId,
      metadata: { slug: repository.slug, visibility: visibility ?? null },
    });
    return visibility === undefined ? [] : narrowPackages(tx, id, visibility);
  });
  for (const pkg of packages) announce({ kind: 'package', id: pkg.id });
  if (repository.visibility === 'quarantined') {
    // the reconciler finds the rest
    await Promise.all(packages.slice(0, maxProjected).map((pkg) => afterChange(pkg)));
  }
  return viewOf((await findRepositoryPage(pool, repository.slug)) ?? repository, actor);
}

/** @throws DomainError `forbidden`, `visibility_too_broad` */
function assertMayShow(repository: RepositoryPage, wanted: Visibility, actor: UserActor): void {
  const { kind, visibility: current, id: repositoryId } = repository;
  const isQuarantine = current === 'quarantined' || wanted === 'quarantined';
  const target = { ...repository, packageId: null, repositoryId };
  if (isQuarantine && !may(actor, 'quarantine_repository', target)) {
    throw forbidden('only platform administrators put repositories into quarantine or let them out');
  }
  const isClosed = kind === 'private' || kind === 'staging';
  if (isClosed && wanted !== 'private' && wanted !== 'quarantined') {
    throw new DomainError('visibility_too_broad', 'a private repository stays private');
  }
}
