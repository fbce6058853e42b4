import { authorize, isPlatformAdmin, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { DomainError, forbidden, invalidState } from '../../domain/errors.ts';
import { lockHoldings, requestDeletion } from '../../store/postgres/organizations/deletions.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import { type DeleteOrganizationInput, ids, workflowNames } from '../../workflows/definitions.ts';
import { requestRun } from '../jobs/request-run.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { hasWithheld, ownsPackages } from '../../store/postgres/organizations/holdings.ts';
import { findMember } from '../../store/postgres/organizations/members.ts';
import { dissolveOrganization } from './dissolve.ts';
import { inOrganization } from './in-organization.ts';
import type { Platform } from '../platform.ts';
import { targetOf } from './get.ts';

export interface Removal {
  /** False when a job archives its packages first. */
  isGone: boolean;
  /** The id of that job; null without a job, or before it exists. */
  jobId: string | null;
}

/**
 * Deletes an organization, by its owner. Without packages it is deleted at once, with its repositories, teams and
 * invitations; the audit log stays. Packages must be transferred first, or a job archives them (`archivesPackages`):
 * others depend on them, so they stay readable, in repositories that then belong to the owner, like its namespaces.
 * The slug is never free again.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for one with
 * packages
 */
export async function removeOrganization(
  platform: Pick<Platform, 'pool' | 'announce' | 'jobRuns'>,
  caller: Caller,
  slug: string,
  { archivesPackages = false } = {},
): Promise<Removal> {
  requireScopeFor(caller.actor, 'transfer_organization');
  const removal = await inOrganization(platform.pool, slug, async (tx, organization) => {
    const { id } = organization;
    const refusal = `you do not own the organization ${slug}`;
    const actor = authorize(caller.actor, 'transfer_organization', { ...targetOf(organization), refusal });
    if ((await findMember(tx, id, actor.userId))?.role !== 'owner') throw forbidden(refusal);
    // waits for a concurrent publish, whose package is then found below
    await lockHoldings(tx, organization);
    if ((await hasWithheld(tx, id)) && !isPlatformAdmin(actor)) {
      throw forbidden(
        `the platform withholds something of ${slug}: ask its administrators to decide about that first`,
      );
    }
    const hasPackages = await ownsPackages(tx, id);
    if (hasPackages && !archivesPackages) {
      throw invalidState(`${slug} has packages: transfer them, or say with packages=archive`);
    }
    const audited = { slug, ...(hasPackages && { packages: 'archive' }) };
    if (hasPackages) await requestDeletion(tx, id, actor.userId);
    const members = hasPackages ? [] : await dissolveOrganization(tx, caller, organization, actor.userId);
    await writeAudit(tx, {
      action: 'org_delete',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: audited,
    });
    return { members, waiting: hasPackages ? organization : null };
  });
  for (const id of removal.members) platform.announce({ kind: 'user', id });
  if (removal.waiting === null) return { isGone: true, jobId: null };
  return { isGone: false, jobId: await startRemoval(platform, removal.waiting) };
}

/**
 * Starts the job of a recorded deletion; null while the workflow service is unreachable: the reconciler then starts
 * it.
 */
async function startRemoval(
  platform: Pick<Platform, 'pool' | 'jobRuns'>,
  { id, slug }: OrganizationRow,
): Promise<string | null> {
  try {
    const wanted = {
      kind: 'delete_organization',
      workflow: workflowNames.deleteOrganization,
      workflowId: ids.deleteOrganization(id),
      input: { organizationId: id } satisfies DeleteOrganizationInput,
      summary: `organization ${slug}`,
      payload: { organization_id: id, slug },
    } as const;
    return await requestRun(platform, wanted, async (_tx, { jobId }) => jobId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_ready') return null;
    throw error;
  }
}
