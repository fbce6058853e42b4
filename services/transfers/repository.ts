import { authorize, isPlatformAdmin, requireScopeFor, asTarget } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { aboutInput, forbidden, invalidState, notFound } from '../../domain/errors.ts';
import {
  giveRepository,
  hasAnyPackage,
  lockRepositoryOwner,
} from '../../store/postgres/packages/transfers.ts';
import { markMoved } from '../../store/postgres/policies/denied.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { assertNotWithheld } from '../packages/withheld.ts';
import { getRepository, getVisibleRepository, type RepositoryView } from '../repositories/get.ts';
import { type Accepted, nothingAccepted } from '../policies/arrivals.ts';
import { judgeMoved } from './arrivals.ts';
import { type Clearance, clearGrants } from './clear-grants.ts';
import { assertOther, auditTransfer, requireRecipient } from './target.ts';
import type { Platform } from '../platform.ts';

export interface RepositoryTransfer {
  organizationSlug: string;
  movesPackages: boolean;
  /** Names of users who keep their rights on its packages. */
  keeps?: readonly string[];
  /** The accepted violations of the target's policies. */
  accepted?: Accepted;
}

/** The reconciler updates the search entries of the other packages. */
const maxProjected = 100;

/**
 * Transfers a repository to an organization, on request with its packages. Rights on them end, except those of the
 * users in `keeps`. The second of two concurrent transfers sees the result of the first. Pending approvals are void.
 * Visible releases are judged by the policies of the target.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for its owner,
 * `invalid_state` for packages that are not to move, `validation_failed` for a name in `keeps` without a right,
 * `policy_violation` with the releases that the policies of the target hold
 */
export async function transferRepository(
  platform: Pick<Platform, 'pool' | AfterChange>,
  caller: Caller,
  slug: string,
  { organizationSlug, movesPackages, keeps = [], accepted = nothingAccepted }: RepositoryTransfer,
): Promise<RepositoryView & Pick<Clearance, 'cleared'>> {
  const { pool } = platform;
  requireScopeFor(caller.actor, 'transfer_repository');
  const repository = await getVisibleRepository(pool, caller.actor, slug);
  const refusal = 'this repository is not yours';
  const actor = authorize(caller.actor, 'transfer_repository', { ...asTarget(repository), refusal });
  const organization = await requireRecipient(pool, actor, organizationSlug, 'create_repository');
  const moved = await pool.transaction(async (tx) => {
    const owner = await lockRepositoryOwner(tx, repository.id);
    if (!owner) throw notFound('repository');
    authorize(actor, 'transfer_repository', { ...asTarget({ ...repository, ...owner }), refusal });
    const { visibility } = owner;
    const stays = 'nothing is taken out of a quarantine of the platform';
    assertNotWithheld(actor, { name: slug, visibility, repositoryVisibility: visibility }, stays);
    assertOther(owner, organization);
    if (!movesPackages && (await hasAnyPackage(tx, repository.id))) {
      const detail = `${slug} has packages: say with move_packages that they go with it`;
      throw aboutInput('move_packages', invalidState(detail));
    }
    const packages = await giveRepository(tx, repository.id, organization.id);
    if (packages.some((pkg) => pkg.visibility === 'quarantined') && !isPlatformAdmin(actor))
      throw forbidden(stays);
    const place = { id: repository.id, slug };
    const arrival = { user: actor, organization, place, isPlaceOfTarget: false, packages };
    await judgeMoved(tx, caller, { ...arrival, accepted });
    const packageIds = packages.map(({ id }) => id);
    const organizationId = organization.id;
    const moving = { packageIds, repositoryId: repository.id };
    const clearance = await clearGrants(tx, caller, moving, { organizationId, keeps });
    await markMoved(
      tx,
      packageIds,
      [owner.ownerOrgId, organization.id].filter((id) => id !== null),
    );
    const entry = {
      action: 'repository_transfer' as const,
      performer: performedBy(caller),
      metadata: {
        slug,
        packages: packages.length,
        cleared_grants: clearance.cleared.length,
        kept_maintainers: keeps.join(' '),
        previous_owner: repository.orgSlug ?? repository.ownerUsername,
      },
    };
    await auditTransfer(tx, entry, { from: owner.ownerOrgId, to: organization });
    return { ...clearance, packages };
  });
  for (const id of moved.people) platform.announce({ kind: 'user', id });
  for (const { id } of moved.packages) platform.announce({ kind: 'package', id });
  await Promise.all(moved.packages.slice(0, maxProjected).map((pkg) => afterChange(platform, pkg)));
  return { ...(await getRepository({ pool }, actor, slug)), cleared: moved.cleared };
}
