import { authorize } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { invalidState } from '../../domain/errors.ts';
import { findPlace, movePackage } from '../../store/postgres/packages/transfers.ts';
import { performedBy } from '../../domain/caller.ts';
import { afterChange } from '../packages/after-change.ts';
import type { ChangeDeps } from '../packages/deps.ts';
import { getPackage, getPackageToChange, type Named, type Subject } from '../packages/find.ts';
import { assertOther, auditTransfer, requireRecipient } from './target.ts';

/**
 * Gives a package to an organization: into its oldest repository that shows it to the same people.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `duplicate` for its owner,
 * `invalid_state` where there is no such repository
 */
export async function transferPackage(
  deps: ChangeDeps,
  caller: Caller,
  named: Named,
  organizationSlug: string,
): Promise<Subject> {
  const { pkg, user } = await getPackageToChange(deps, caller, named, 'transfer');
  const organization = await requireRecipient(deps.pool, user, organizationSlug, 'publish');
  const people = await deps.catalog.changePackage(pkg.id, async (tx, locked) => {
    authorize(user, 'transfer', locked);
    assertOther(locked, organization);
    const place = await findPlace(tx, organization.id, locked.visibility);
    if (!place) {
      throw invalidState(`${organizationSlug} has no repository for a package that is ${locked.visibility}`);
    }
    const told = await movePackage(tx, locked.id, {
      repositoryId: place.id,
      organizationId: organization.id,
    });
    const entry = {
      action: 'package_transfer' as const,
      performer: performedBy(caller),
      targetPackageId: locked.id,
      metadata: {
        ecosystem: locked.ecosystem,
        name: locked.name,
        from_repository: locked.repositorySlug,
        to_repository: place.slug,
      },
    };
    await auditTransfer(tx, entry, { from: locked.ownerOrgId, to: organization });
    return told;
  });
  for (const id of people) deps.announce({ kind: 'user', id });
  await afterChange(deps, pkg);
  return getPackage(deps, caller, named);
}
