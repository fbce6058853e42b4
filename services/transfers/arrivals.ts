import { inputLimits } from '../../domain/limits/inputs.ts';
import type { UserActor } from '../../domain/actor.ts';
import { isAuthorized } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { invalidState } from '../../domain/errors.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { listPoliciesInForce } from '../../store/postgres/policies/policies.ts';
import { listReleaseSummaries } from '../../store/postgres/releases/release-summaries.ts';
import { type Accepted, approveArrival, type ArrivingPackage } from '../policies/arrivals.ts';

interface Moved {
  user: UserActor;
  organization: OrganizationRow;
  /** The repository in which readers see the packages afterwards. */
  place: { id: string; slug: string };
  /** The repository's own grants apply: they were given before the transfer. */
  isPlaceOfTarget: boolean;
  packages: readonly { id: string; ecosystem: string; name: string }[];
  accepted: Accepted;
}

/** The limit of judged releases: all are judged in one transaction, for which other writers of the packages wait. */
const mostJudged = inputLimits['transferred releases'].count;

/**
 * Judges the visible releases of moved and locked packages by the policies of their new place. Only rights in the
 * organization count for a decision: rights on the transferred things end.
 * @throws DomainError `policy_violation`, `forbidden`, `invalid_state` for more releases than the limit
 */
export async function judgeMoved(
  tx: Transaction,
  caller: Caller,
  { user, organization, place, isPlaceOfTarget, packages, accepted }: Moved,
): Promise<void> {
  const ownerOrgId = organization.id;
  const repositoryId = isPlaceOfTarget ? place.id : null;
  const target = { packageId: null, repositoryId, namespaceId: null, ownerUserId: null, ownerOrgId };
  const arriving: ArrivingPackage[] = [];
  let judged = 0;
  for (const each of packages) {
    if ((await listPoliciesInForce(tx, each.id)).length === 0) continue;
    const releases = await listReleaseSummaries(tx, each.id, []);
    judged += releases.length;
    if (judged > mostJudged && packages.length > 1) {
      throw invalidState(
        `the policy of ${organization.slug} judges at most ${mostJudged} visible releases of one transfer: transfer the packages one by one`,
      );
    }
    const pkg = { ...each, ownerOrgId };
    const mayDecide = isAuthorized(user, 'triage', { ...target, ecosystem: each.ecosystem, name: each.name });
    arriving.push({ pkg, releases, mayDecide });
  }
  await approveArrival(tx, caller, { place, user, accepted, reason: null, packages: arriving });
}
