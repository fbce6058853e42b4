import { authorize, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { enrolmentRequired, notFound } from '../../domain/errors.ts';
import type { Policy } from '../../domain/policy.ts';
import { changePolicy, lockPolicy } from '../../store/postgres/policies/policies.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import {
  lockOrganization,
  type OrganizationFacts,
  updateOrganization as saveOrganization,
} from '../../store/postgres/organizations/organizations.ts';
import { notifyPeopleOf } from '../../store/postgres/organizations/members.ts';
import { type OrganizationView, requireOrganization, targetOf, viewOf } from './get.ts';
import type { Platform } from '../platform.ts';

/** Absent members stay. */
export type OrganizationChange = Partial<
  OrganizationFacts & { memberDirectoryIsPrivate: boolean; mfaRequired: boolean }
> & {
  /** Changes of its policy; null removes a member. */
  policy?: { [Rule in 'require_approval' | 'cool_down_hours']?: Policy[Rule] | null };
};

/**
 * Changes an organization. A user who requires second factors must have one, so that the change does not lock them
 * out.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `mfa_enrolment_required`
 */
export async function updateOrganization(
  { pool, announce }: Pick<Platform, 'pool' | 'announce'>,
  caller: Caller,
  slug: string,
  { policy = {}, ...change }: OrganizationChange,
): Promise<OrganizationView> {
  requireScopeFor(caller.actor, 'manage_organization');
  const { id } = await requireOrganization(pool, slug);
  const { view, people } = await pool.transaction(async (tx) => {
    const organization = await lockOrganization(tx, id);
    if (!organization) throw notFound('organization');
    const actor = authorize(caller.actor, 'manage_organization', targetOf(organization));
    const isStricter = change.mfaRequired === true && !organization.mfaRequired;
    if (isStricter && actor.hasSecondFactor !== true) throw enrolmentRequired(slug);
    const changed = { ...organization, ...change };
    await saveOrganization(tx, id, changed);
    await writeAudit(tx, {
      action: 'org_update',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: { slug, changed: Object.keys(change).join(' ') },
    });
    if (Object.keys(policy).length > 0) {
      await lockPolicy(tx, { organizationId: id });
      await changePolicy(tx, { organizationId: id }, { members: policy, userId: actor.userId });
      await writeAudit(tx, {
        action: 'policy_change',
        performer: performedBy(caller),
        targetOrgId: id,
        metadata: { of: slug, policy: JSON.stringify(policy) },
      });
    }
    // the requirement changes the rights of members, on every replica
    const isOther = changed.mfaRequired !== organization.mfaRequired;
    const people = isOther ? await notifyPeopleOf(tx, id) : [];
    return { view: viewOf(changed, caller.actor), people };
  });
  for (const person of people) announce({ kind: 'user', id: person });
  return view;
}
