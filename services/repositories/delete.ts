import { asTarget, authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { deleteRepository } from '../../store/postgres/packages/repository-write.ts';
import { hasAnyPackage, lockRepositoryOwner } from '../../store/postgres/packages/transfers.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { getVisibleRepository } from './get.ts';

/** One without packages. @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` */
export async function removeRepository(pool: Pool, caller: Caller, slug: string): Promise<void> {
  requireScopeFor(caller.actor, 'manage_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const refusal = 'this repository is not yours';
  await pool.transaction(async (tx) => {
    const owner = await lockRepositoryOwner(tx, repository.id, { toRemove: true });
    if (!owner) throw notFound('repository');
    authorize(caller.actor, 'manage_repository', { ...asTarget({ ...repository, ...owner }), refusal });
    if (await hasAnyPackage(tx, repository.id)) throw invalidState(`${slug} has packages`);
    await deleteRepository(tx, repository.id);
    await writeAudit(tx, {
      action: 'repository_delete',
      performer: performedBy(caller),
      targetOrgId: owner.ownerOrgId,
      metadata: { slug },
    });
  });
}
