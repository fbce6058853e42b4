import type { WorkflowExecutionInfo } from '@temporalio/client';
import type { OwnPlatform } from '../../support/platform.ts';
import { openWorkflows, runNow } from '../../support/workflows.ts';
import { workflowNames } from '../../../workflows/definitions.ts';
import { save } from './history.ts';

const single = {
  'clean-expired': workflowNames.cleanExpired,
  'reconcile-releases': workflowNames.reconcileReleases,
  'render-documents': workflowNames.renderDocuments,
  'clean-tokens': workflowNames.cleanTokens,
  'reindex-search': workflowNames.reindexSearch,
};

/** Records runs by schedule, at a start, and on request of an operator. */
export async function recordMaintenance(platform: OwnPlatform): Promise<void> {
  await using client = openWorkflows(platform.temporal);
  for (const path of ['reindex', 'cleanup/expired_tokens']) {
    const headers = { authorization: `Bearer ${platform.adminToken}` };
    await fetch(`${platform.url}/v1/admin/${path}`, { method: 'POST', headers });
  }
  await runNow(platform.temporal, workflowNames.cleanExpired);
  await runNow(platform.temporal, workflowNames.reconcileReleases);
  await runNow(platform.temporal, workflowNames.cleanOciBlobs);
  const runsOf = async (type: string) => {
    const runs: WorkflowExecutionInfo[] = [];
    for await (const run of client.workflow.list({ query: `WorkflowType = "${type}"` })) runs.push(run);
    return runs;
  };
  for (const [name, type] of Object.entries(single)) {
    const [run] = await runsOf(type);
    if (!run) throw new Error(`no run of ${type}`);
    await save(platform, name, run.workflowId);
  }
  // the server suggests new runs early: see `record.ts`
  const collections = await runsOf(workflowNames.cleanOciBlobs);
  const continued = collections.find(({ status }) => status.name === 'CONTINUED_AS_NEW');
  if (!continued) throw new Error('the collection of blobs needed no second run');
  await save(platform, 'clean-oci-blobs-continued', continued.workflowId, continued.runId);
  await save(platform, 'clean-oci-blobs', continued.workflowId);
}
