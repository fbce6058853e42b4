import type { Client } from '@temporalio/client';
import { listDeletions } from '../store/postgres/organizations/deletions.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { type DeleteOrganizationInput, ids, queues, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { forEach } from './for-each.ts';
import { isRunning } from './reconcile.ts';

/** Organizations per round. */
const atOnce = 100;

/** Starts workflows for recorded deletions that have no workflow. */
export async function reconcileOrganizations(
  { client, pool }: { client: Client; pool: Pool },
  olderThanSeconds: number,
): Promise<{ restarted: number; failed: number }> {
  let restarted = 0;
  const carry = async (organizationId: string) => {
    const workflowId = ids.deleteOrganization(organizationId);
    if (await isRunning(client, workflowId)) return;
    await client.workflow.start(workflowNames.deleteOrganization, {
      workflowId,
      taskQueue: queues.publish,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      typedSearchAttributes: jobAttributes(workflowNames.deleteOrganization),
      staticSummary: 'Delete an organization (started by the reconciler)',
      args: [{ organizationId } satisfies DeleteOrganizationInput],
    });
    restarted += 1;
  };
  const asked = await listDeletions(pool, olderThanSeconds, atOnce);
  const failed = await forEach(asked, carry, (organizationId) => ({ organizationId }));
  return { restarted, failed };
}
