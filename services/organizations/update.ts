import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  lockOrganization,
  type OrganizationFacts,
  updateOrganization as saveOrganization,
} from '../../store/postgres/organizations/organizations.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type OrganizationView, requireOrganization, targetOf, viewOf } from './get.ts';

/** Absent members stay. */
export type OrganizationChange = Partial<OrganizationFacts & { memberDirectoryIsPrivate: boolean }>;

/** @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` */
export async function updateOrganization(
  pool: Pool,
  caller: Caller,
  slug: string,
  change: OrganizationChange,
): Promise<OrganizationView> {
  requireScopeFor(caller.actor, 'manage_organization');
  const { id } = await requireOrganization(pool, slug);
  return pool.transaction(async (tx) => {
    const organization = await lockOrganization(tx, id);
    if (!organization) throw notFound('organization');
    authorize(caller.actor, 'manage_organization', targetOf(organization));
    const changed = { ...organization, ...change };
    await saveOrganization(tx, id, changed);
    await writeAudit(tx, {
      action: 'org_update',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: { slug, changed: Object.keys(change).join(' ') },
    });
    return viewOf(changed, caller.actor);
  });
}
