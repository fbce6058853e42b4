import type { Client } from '@temporalio/client';
import { boundedId } from '../../domain/workflow-id.ts';
import { changedSignal, ids, queues, workflowNames } from '../../workflows/definitions.ts';
import { jobAttributes } from '../../workflows/search-attributes.ts';

/** Requests an update of a package's search entry; concurrent requests are merged. */
export interface Projection {
  request(ecosystem: string, nameKey: string, packageId: string): Promise<void>;
}

/** The change is committed, and the reconciler repeats late updates: the caller need not wait longer. */
const requestWithinMs = 3_000;

export function createProjection(client: Client): Projection {
  return {
    async request(ecosystem, nameKey, packageId) {
      const signal = () =>
        client.workflow.signalWithStart(workflowNames.projectPackage, {
          workflowId: boundedId(ids.project(ecosystem, nameKey)),
          taskQueue: queues.publish,
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          signal: changedSignal,
          signalArgs: [],
          typedSearchAttributes: jobAttributes(workflowNames.projectPackage),
          staticSummary: `search document of ${ecosystem} ${nameKey}`,
          args: [{ packageId }],
        });
      await client.withDeadline(Date.now() + requestWithinMs, signal);
    },
  };
}
