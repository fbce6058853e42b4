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
  /** Its steps wait for those of others. */
  isLessUrgent?: boolean;
}

/** A table with rows that each want a workflow of their own, written with their subject. */
export interface Outbox {
  /** For the log. */
  name: string;
  workflow: string;
  /** The waiting entries without a workflow, in the order in which they are started. */
  list(limit: number): Promise<readonly Waiting[]>;
  markStarted(id: string): Promise<void>;
}

/** Starts a workflow for every row that has none. Two workers that do it at once start one. */
export async function dispatch(client: Client, outbox: Outbox): Promise<number> {
  const waiting = await outbox.list(atOnce);
  for (const { id, workflowId, summary, input, isLessUrgent } of waiting) {
    try {
      await client.workflow.start(outbox.workflow, {
        workflowId,
        taskQueue: queues.publish,
        // one that has ended is not begun again
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
