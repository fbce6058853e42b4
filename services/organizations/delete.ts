import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { forbidden, invalidState } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { deleteOrganization, ownsPackages } from '../../store/postgres/organizations/holdings.ts';
import { findMember, notifyMembersOf } from '../../store/postgres/organizations/members.ts';
import { targetOf } from './get.ts';
import { inOrganization, type OrganizationDeps } from './in-organization.ts';

/**
 * One without packages, by its owner: packages are given away or deleted first, for people depend on them. Repositories,
 * namespaces, teams and invitations go with it; the audit log stays.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for one with packages
 */
export async function removeOrganization(
  deps: OrganizationDeps,
  caller: Caller,
  slug: string,
): Promise<void> {
  requireScopeFor(caller.actor, 'transfer_organization');
  const members = await inOrganization(deps.pool, slug, async (tx, organization) => {
    const { id } = organization;
    const refusal = `you do not own the organization ${slug}`;
    const actor = authorize(caller.actor, 'transfer_organization', { ...targetOf(organization), refusal });
    if ((await findMember(tx, id, actor.userId))?.role !== 'owner') throw forbidden(refusal);
    if (await ownsPackages(tx, id)) {
      throw invalidState(`${slug} has packages: give them to somebody else or delete them first`);
    }
    const told = await notifyMembersOf(tx, id);
    await deleteOrganization(tx, id);
    await writeAudit(tx, {
      action: 'org_delete',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: { slug },
    });
    return told;
  });
  for (const id of members) deps.announce({ kind: 'user', id });
}
