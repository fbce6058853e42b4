import { authorize, requireScopeFor, asTarget } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { deleteRepository } from '../../store/postgres/packages/repository-write.ts';
import { retireRepositorySlug } from '../../store/postgres/packages/retired-names.ts';
import { hasAnyPackage, lockRepositoryOwner } from '../../store/postgres/packages/transfers.ts';
import { assertNotWithheld } from '../packages/withheld.ts';
import { getVisibleRepository } from './get.ts';
import type { Platform } from '../platform.ts';

/**
 * Deletes a repository without packages; no other owner can get its slug.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state`
 */
export async function removeRepository(
  { pool }: Pick<Platform, 'pool'>,
  caller: Caller,
  slug: string,
): Promise<void> {
  requireScopeFor(caller.actor, 'manage_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const refusal = 'this repository is not yours';
  await pool.transaction(async (tx) => {
    const owner = await lockRepositoryOwner(tx, repository.id, { toRemove: true });
    if (!owner) throw notFound('repository');
    authorize(caller.actor, 'manage_repository', { ...asTarget({ ...repository, ...owner }), refusal });
    const { visibility } = owner;
    assertNotWithheld(caller.actor, { name: slug, visibility, repositoryVisibility: visibility });
    if (await hasAnyPackage(tx, repository.id)) throw invalidState(`${slug} has packages`);
    await deleteRepository(tx, repository.id);
    await retireRepositorySlug(tx, slug, { userId: owner.ownerUserId, organizationId: owner.ownerOrgId });
    await writeAudit(tx, {
      action: 'repository_delete',
      performer: performedBy(caller),
      targetOrgId: owner.ownerOrgId,
      metadata: { slug },
    });
  });
}
