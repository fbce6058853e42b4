import { type Caller, performedBy } from '../../domain/caller.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  deleteOrganization,
  leaveNamespaces,
  leaveRepositories,
} from '../../store/postgres/organizations/deletions.ts';
import { notifyPeopleOf } from '../../store/postgres/organizations/members.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';

/**
 * Dissolves an organization, which is locked with {@link lockHoldings}. The heir gets its namespaces and its
 * repositories with packages. Its other repositories, teams and invitations are deleted. No other account gets its
 * slug or theirs. Returns the users whose rights change.
 */
export async function dissolveOrganization(
  tx: Transaction,
  caller: Caller,
  organization: OrganizationRow,
  heirId: string,
): Promise<readonly string[]> {
  const { id, slug } = organization;
  for (const { id: namespaceId, ecosystem, namespace } of await leaveNamespaces(tx, id, heirId)) {
    await writeAudit(tx, {
      action: 'namespace_claim_transfer',
      performer: performedBy(caller),
      targetOrgId: id,
      targetUserId: heirId,
      metadata: { namespace_id: namespaceId, ecosystem, namespace, previous_owner: slug },
    });
  }
  const people = await notifyPeopleOf(tx, id);
  await leaveRepositories(tx, id, heirId);
  await deleteOrganization(tx, organization);
  return people;
}
