import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

export interface BareWorkflow extends AsyncDisposable {
  /** Starts a workflow and waits for its answer, as a publishing client does. */
  run(): Promise<void>;
}

/** The reference: the same server, client and kind of request, without our code. */
export async function startBareWorkflow(server: {
  address: string;
  namespace: string;
}): Promise<BareWorkflow> {
  const taskQueue = 'bench-bare';
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [server.address, server.namespace, taskQueue]);
  await once(worker, 'message');
  const connection = await Connection.connect({ address: server.address });
  const client = new Client({ connection, namespace: server.namespace });
  return {
    async run() {
      const startWorkflowOperation = new WithStartWorkflowOperation('bare', {
        workflowId: `bare:${randomUUID()}`,
        taskQueue,
        workflowIdConflictPolicy: 'USE_EXISTING',
        args: [],
      });
      await client.workflow.executeUpdateWithStart('done', { startWorkflowOperation, args: [] });
    },
    async [Symbol.asyncDispose]() {
      worker.disconnect();
      await once(worker, 'exit');
      await connection.close();
    },
  };
}
