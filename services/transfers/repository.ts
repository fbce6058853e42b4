import { asTarget, authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { invalidState, notFound } from '../../domain/errors.ts';
import {
  giveRepository,
  hasAnyPackage,
  lockRepositoryOwner,
} from '../../store/postgres/packages/transfers.ts';
import { markMoved } from '../../store/postgres/policies/denied.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { afterChange, type AfterChangeDeps } from '../packages/after-change.ts';
import { getRepository, getVisibleRepository, type RepositoryView } from '../repositories/get.ts';
import { assertOther, auditTransfer, requireRecipient } from './target.ts';

/** The reconciler brings the rest into the search. */
const maxProjected = 100;

/**
 * Gives a repository to an organization, with its packages where that is said. Of two at once the second is judged by
 * what the first has done.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for its owner,
 * `invalid_state` for one with packages that are not to move
 */
export async function transferRepository(
  deps: AfterChangeDeps & { pool: Pool },
  caller: Caller,
  slug: string,
  { organizationSlug, movesPackages }: { organizationSlug: string; movesPackages: boolean },
): Promise<RepositoryView> {
  const { pool } = deps;
  requireScopeFor(caller.actor, 'transfer_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const refusal = 'this repository is not yours';
  const actor = authorize(caller.actor, 'transfer_repository', { ...asTarget(repository), refusal });
  const organization = await requireRecipient(pool, actor, organizationSlug, 'create_repository');
  const moved = await pool.transaction(async (tx) => {
    const owner = await lockRepositoryOwner(tx, repository.id);
    if (!owner) throw notFound('repository');
    authorize(actor, 'transfer_repository', { ...asTarget({ ...repository, ...owner }), refusal });
    assertOther(owner, organization);
    if (!movesPackages && (await hasAnyPackage(tx, repository.id))) {
      throw invalidState(`${slug} has packages: say with move_packages that they go with it`);
    }
    const given = await giveRepository(tx, repository.id, organization.id);
    await markMoved(
      tx,
      given.packages.map(({ id }) => id),
      [owner.ownerOrgId, organization.id].filter((id) => id !== null),
    );
    const entry = {
      action: 'repository_transfer' as const,
      performer: performedBy(caller),
      metadata: {
        slug,
        packages: given.packages.length,
        previous_owner: repository.orgSlug ?? repository.ownerUsername,
      },
    };
    await auditTransfer(tx, entry, { from: owner.ownerOrgId, to: organization });
    return given;
  });
  for (const id of moved.people) deps.announce({ kind: 'user', id });
  for (const { id } of moved.packages) deps.announce({ kind: 'package', id });
  await Promise.all(moved.packages.slice(0, maxProjected).map((pkg) => afterChange(deps, pkg)));
  return getRepository(pool, actor, slug);
}
