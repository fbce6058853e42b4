import type { Client } from '@temporalio/client';
import { sha256Hex } from '../domain/digest.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { findOlderRenderers } from '../store/postgres/processes.ts';
import { findSavedSetting } from '../store/postgres/settings.ts';
import { queues, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { rendererVersion } from '../rendering/version.ts';
import { renderedForKey } from './maintenance.ts';

/** Starts the workflow that restarts releases without a running workflow. */
export async function startReconciling(client: Client): Promise<void> {
  await client.workflow.start(workflowNames.reconcileReleases, {
    workflowId: 'reconcile-releases-at-start',
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes(workflowNames.reconcileReleases),
    staticSummary: 'Restart releases left behind (at start)',
    args: [],
  });
}

/**
 * Starts the rendering of all documents when they have another base URL or format, or when a process with an older
 * format has written documents since the last rendering. Waits while such a process is alive, because it would write
 * its own format again. Starts one rendering per observed state: the next process start repeats a failed rendering,
 * and documents of a worker with another configuration are rendered again.
 */
export function createRerendering(client: Client, pool: Pool, baseUrl: string): () => Promise<void> {
  const fingerprint = sha256Hex(JSON.stringify({ baseUrl, rendererVersion }));
  let startedFor: string | undefined;
  return async () => {
    const older = await findOlderRenderers(pool, rendererVersion);
    if (older.areAlive) return;
    const lastWrite = older.lastSeenAt?.getTime() ?? 0;
    const rendered = await findSavedSetting(pool, renderedForKey);
    // `updatedAt` is the start of the rendering: a document that was written later may not be part of it
    const isCurrent = rendered?.value === fingerprint && rendered.updatedAt.getTime() > lastWrite;
    const seen = `${lastWrite} ${rendered?.updatedAt.getTime()}`;
    if (isCurrent || startedFor === seen) return;
    await client.workflow.start(workflowNames.renderDocuments, {
      workflowId: `render-documents:${fingerprint.slice(0, 16)}`,
      taskQueue: queues.publish,
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: jobAttributes(workflowNames.renderDocuments),
      staticSummary: `Render all documents for ${baseUrl}`,
      args: [{ fingerprint, begunAt: older.lookedAt.toISOString() }],
    });
    startedFor = seen;
  };
}
