import type { Client } from '@temporalio/client';
import { sha256Hex } from '../domain/digest.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findSetting } from '../store/postgres/settings.ts';
import { queues, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { rendererVersion } from '../rendering/version.ts';
import { renderedForKey } from './maintenance.ts';

/** The work of a worker at its start: left-behind releases, documents of another base URL. */
export async function startCatchUp(client: Client, pool: Pool, baseUrl: string): Promise<void> {
  await client.workflow.start(workflowNames.reconcileReleases, {
    workflowId: 'reconcile-releases-at-start',
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes(workflowNames.reconcileReleases),
    staticSummary: 'Restart releases left behind (at start)',
    args: [],
  });
  const fingerprint = sha256Hex(JSON.stringify({ baseUrl, rendererVersion }));
  if ((await findSetting(pool, renderedForKey)) === fingerprint) return;
  await client.workflow.start(workflowNames.renderDocuments, {
    workflowId: `render-documents:${fingerprint.slice(0, 16)}`,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes(workflowNames.renderDocuments),
    staticSummary: `Render all documents for ${baseUrl}`,
    args: [{ fingerprint }],
  });
}
