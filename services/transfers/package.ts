import { authorize } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { aboutInput, invalidState } from '../../domain/errors.ts';
import { findPlace, movePackage } from '../../store/postgres/packages/transfers.ts';
import { performedBy } from '../../domain/caller.ts';
import { afterChange, type AfterChange } from '../packages/after-change.ts';
import { getPackage, getPackageToChange, type Named, type Subject } from '../packages/find.ts';
import { type Accepted, nothingAccepted } from '../policies/arrivals.ts';
import { judgeMoved } from './arrivals.ts';
import { type Clearance, clearGrants } from './clear-grants.ts';
import { assertNotWithheld } from '../packages/withheld.ts';
import { assertOther, auditTransfer, recipient, requireRecipient } from './target.ts';
import type { Platform } from '../platform.ts';

export interface PackageTransfer {
  organizationSlug: string;
  /** Names of users who keep their rights on the package. */
  keeps?: readonly string[];
  /** The accepted violations of the target's policies. */
  accepted?: Accepted;
}

/**
 * Transfers a package to an organization, into its oldest repository with the same audience. Rights on it end, except
 * those of the users in `keeps`. Its visible releases are judged by the policies of the target.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for its owner,
 * `invalid_state` without such a repository, `validation_failed` for a name in `keeps` without a right,
 * `policy_violation` with the releases that the policies of the target hold
 */
export async function transferPackage(
  platform: Pick<Platform, 'pool' | 'catalog' | AfterChange>,
  caller: Caller,
  named: Named,
  { organizationSlug, keeps = [], accepted = nothingAccepted }: PackageTransfer,
): Promise<Subject & Pick<Clearance, 'cleared'>> {
  const { pkg, user } = await getPackageToChange(platform, caller, named, 'transfer');
  const organization = await requireRecipient(platform.pool, user, organizationSlug, 'publish');
  const { people, cleared } = await platform.catalog.changePackage(pkg.id, async (tx, locked) => {
    authorize(user, 'transfer', locked);
    assertNotWithheld(user, locked, 'nothing is taken out of a quarantine of the platform');
    assertOther(locked, organization);
    const place = await findPlace(tx, organization.id, locked.visibility);
    if (!place) {
      const detail = `${organizationSlug} has no repository for a package that is ${locked.visibility}`;
      throw aboutInput(recipient, invalidState(detail));
    }
    const organizationId = organization.id;
    await movePackage(tx, locked.id, { repositoryId: place.id, organizationId });
    const moved = { user, organization, place, isPlaceOfTarget: true, packages: [locked] };
    await judgeMoved(tx, caller, { ...moved, accepted });
    const clearance = await clearGrants(tx, caller, { packageIds: [locked.id] }, { organizationId, keeps });
    const entry = {
      action: 'package_transfer' as const,
      performer: performedBy(caller),
      targetPackageId: locked.id,
      metadata: {
        ecosystem: locked.ecosystem,
        name: locked.name,
        from_repository: locked.repositorySlug,
        to_repository: place.slug,
        cleared_grants: clearance.cleared.length,
        kept_maintainers: keeps.join(' '),
      },
    };
    await auditTransfer(tx, entry, { from: locked.ownerOrgId, to: organization });
    return clearance;
  });
  for (const id of people) platform.announce({ kind: 'user', id });
  await afterChange(platform, pkg);
  return { ...(await getPackage(platform, caller, named)), cleared };
}
