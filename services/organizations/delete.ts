import { authorize, isPlatformAdmin, requireScopeFor } from '../../domain/authorize.ts';
import { type Caller, performedBy } from '../../domain/caller.ts';
import { forbidden, invalidState } from '../../domain/errors.ts';
import type { UserActor } from '../../domain/actor.ts';
import { insertRequestedJob } from '../../store/postgres/jobs/jobs.ts';
import { requestDeletion } from '../../store/postgres/organizations/deletions.ts';
import type { OrganizationRow } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type DeleteOrganizationInput, ids, workflowNames } from '../../workflows/definitions.ts';
import type { JobRuns } from '../jobs/runs.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { hasWithheld, ownsPackages } from '../../store/postgres/organizations/holdings.ts';
import { findMember } from '../../store/postgres/organizations/members.ts';
import { dissolveOrganization } from './dissolve.ts';
import { inOrganization } from './in-organization.ts';
import type { Platform } from '../platform.ts';
import { targetOf } from './get.ts';

/**
 * By its owner. One without packages goes at once, with its repositories, teams and invitations; the audit log stays.
 * Packages are given away first, or with `archivesPackages` a job archives them: people depend on them, so they stay
 * readable, in repositories that are then the owner's own, as its namespaces are. Its slug is never free again. Returns the
 * id of that job, else null.
 * @throws DomainError `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `invalid_state` for one with packages
 */
export async function removeOrganization(
  platform: Pick<Platform, 'pool' | 'announce' | 'jobRuns'>,
  caller: Caller,
  slug: string,
  { archivesPackages = false } = {},
): Promise<string | null> {
  requireScopeFor(caller.actor, 'transfer_organization');
  const { members, jobId } = await inOrganization(platform.pool, slug, async (tx, organization) => {
    const { id } = organization;
    const refusal = `you do not own the organization ${slug}`;
    const actor = authorize(caller.actor, 'transfer_organization', { ...targetOf(organization), refusal });
    if ((await findMember(tx, id, actor.userId))?.role !== 'owner') throw forbidden(refusal);
    if ((await hasWithheld(tx, id)) && !isPlatformAdmin(actor)) {
      throw forbidden(
        `the platform withholds something of ${slug}: ask its administrators to decide about that first`,
      );
    }
    const hasPackages = await ownsPackages(tx, id);
    if (hasPackages && !archivesPackages) {
      throw invalidState(`${slug} has packages: give them to somebody else, or say with packages=archive`);
    }
    if (hasPackages)
      return { members: [], jobId: await requestRemoval(platform, tx, caller, organization, actor) };
    const told = await dissolveOrganization(tx, caller, organization, actor.userId);
    await writeAudit(tx, {
      action: 'org_delete',
      performer: performedBy(caller),
      targetOrgId: id,
      metadata: { slug },
    });
    return { members: told, jobId: null };
  });
  for (const id of members) platform.announce({ kind: 'user', id });
  return jobId;
}

/** On record first: the workflow does nothing for whoever else starts it. Returns the id of the job. */
async function requestRemoval(
  { jobRuns }: { jobRuns: JobRuns },
  tx: Transaction,
  caller: Caller,
  { id, slug }: OrganizationRow,
  { userId }: UserActor,
): Promise<string> {
  await requestDeletion(tx, id, userId);
  await writeAudit(tx, {
    action: 'org_delete',
    performer: performedBy(caller),
    targetOrgId: id,
    metadata: { slug, packages: 'archive' },
  });
  const workflowId = ids.deleteOrganization(id);
  const input = { organizationId: id } satisfies DeleteOrganizationInput;
  const workflow = workflowNames.deleteOrganization;
  const runId = await jobRuns.start({ workflow, workflowId, input, summary: `organization ${slug}` });
  const payload = { organization_id: id, slug };
  return (await insertRequestedJob(tx, { kind: 'delete_organization', workflowId, runId, payload })).id;
}
