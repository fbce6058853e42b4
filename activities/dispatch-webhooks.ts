import { setTimeout } from 'node:timers/promises';
import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { listWaitingDeliveries, markStarted } from '../store/postgres/webhooks/deliveries.ts';
import { ids, queues, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';

const everyMs = 1_000;
const atOnce = 100;

/** Starts a workflow for every delivery that has none. Two workers that do it at once start one. */
export async function dispatchWebhooks(client: Client, pool: Pool): Promise<number> {
  const waiting = await listWaitingDeliveries(pool, atOnce);
  for (const { id, event } of waiting) {
    try {
      await client.workflow.start(workflowNames.deliverWebhook, {
        workflowId: ids.webhook(id),
        taskQueue: queues.publish,
        // one that has ended is not begun again
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        typedSearchAttributes: jobAttributes(workflowNames.deliverWebhook),
        staticSummary: `webhook ${event}`,
        args: [{ deliveryId: id }],
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    await markStarted(pool, id);
  }
  return waiting.length;
}

/** For as long as the worker runs: what could not be started is tried again a moment later. */
export function startDispatching(client: Client, pool: Pool, log: Pick<Logger, 'warn'>): AsyncDisposable {
  const stop = new AbortController();
  const dispatch = () =>
    dispatchWebhooks(client, pool).catch((error: unknown) => {
      log.warn({ err: error }, 'webhooks not dispatched');
      return 0;
    });
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isMore = (await dispatch()) === atOnce;
      if (!isMore) await setTimeout(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}
