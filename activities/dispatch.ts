import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import { queues } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { atOnce, repeat } from './background.ts';

interface Waiting {
  id: string;
  workflowId: string;
  summary: string;
  input: object;
  /** Its steps run after those of other workflows. */
  isLessUrgent?: boolean;
}

/** A table whose rows each need their own workflow. A row is written in the transaction of its subject. */
export interface Outbox {
  /** The name in log lines. */
  name: string;
  workflow: string;
  /** The waiting entries without a workflow, in the order in which they are started. */
  list(limit: number): Promise<readonly Waiting[]>;
  markStarted(id: string): Promise<void>;
}

/** Starts a workflow for every row without one. Two workers that do it at the same time start only one. */
export async function dispatch(client: Client, outbox: Outbox): Promise<number> {
  const waiting = await outbox.list(atOnce);
  for (const { id, workflowId, summary, input, isLessUrgent } of waiting) {
    try {
      await client.workflow.start(outbox.workflow, {
        workflowId,
        taskQueue: queues.publish,
        // an ended workflow is not started again
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        typedSearchAttributes: jobAttributes(outbox.workflow),
        staticSummary: summary,
        ...(isLessUrgent && { priority: { priorityKey: 5 } }),
        args: [input],
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    await outbox.markStarted(id);
  }
  return waiting.length;
}

/** Dispatches as long as the worker runs: a failed start is repeated a moment later. */
export function startDispatching(client: Client, outbox: Outbox, log: Pick<Logger, 'warn'>): AsyncDisposable {
  return repeat(() => dispatch(client, outbox), `${outbox.name} not dispatched`, log);
}
