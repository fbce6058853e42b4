import { asTarget, authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { findRepositoryPage } from '../../store/postgres/packages/repository-page.ts';
import {
  narrowPackages,
  type RepositoryChange,
  updateRepository as saveRepository,
} from '../../store/postgres/packages/repository-write.ts';
import { lockRepositoryOwner } from '../../store/postgres/packages/transfers.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getVisibleRepository, type RepositoryView, viewOf } from './get.ts';
import { refusalToShow } from './visibility.ts';
import type { Platform } from '../platform.ts';

/** The most packages whose search entry is updated at once when their repository becomes visible again. */
const maxProjected = 100;

/**
 * Changes a repository; absent members stay. A narrower visibility narrows that of the packages inside at once.
 * Checked under the lock: an earlier request must not end a later quarantine.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `visibility_too_broad`,
 * `validation_failed`
 */
export async function updateRepository(
  platform: Pick<Platform, 'pool' | AfterChange>,
  caller: Caller,
  slug: string,
  change: RepositoryChange,
): Promise<RepositoryView> {
  const { pool } = platform;
  requireScopeFor(caller.actor, 'manage_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const { id } = repository;
  const refusal = 'this repository is not yours';
  const actor = authorize(caller.actor, 'manage_repository', { ...asTarget(repository), refusal });
  const { visibility } = change;
  const { before, packages } = await pool.transaction(async (tx) => {
    const owner = await lockRepositoryOwner(tx, id);
    if (!owner) throw notFound('repository');
    const locked = { ...repository, ...owner };
    authorize(actor, 'manage_repository', { ...asTarget(locked), refusal });
    const refused = visibility && refusalToShow(locked, visibility, actor);
    if (refused) throw refused;
    await saveRepository(tx, id, change);
    await writeAudit(tx, {
      action: 'repository_update',
      performer: performedBy(caller),
      targetOrgId: owner.ownerOrgId,
      metadata: { slug: repository.slug, visibility: visibility ?? null },
    });
    const narrowed = visibility === undefined ? [] : await narrowPackages(tx, id, visibility);
    return { before: owner.visibility, packages: narrowed };
  });
  for (const pkg of packages) platform.announce({ kind: 'package', id: pkg.id });
  if (before === 'quarantined') {
    // the reconciler updates the other packages
    await Promise.all(packages.slice(0, maxProjected).map((pkg) => afterChange(platform, pkg)));
  }
  return viewOf((await findRepositoryPage(pool, repository.slug)) ?? repository, actor);
}
