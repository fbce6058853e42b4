import { NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { join } from 'node:path';

const activities = { step: async (name: string): Promise<string> => name };
export type BareActivities = typeof activities;

if (import.meta.main) await run();

/** Runs in a separate worker process, as in the product. */
async function run(): Promise<void> {
  const [address = '', namespace = '', taskQueue = ''] = process.argv.slice(2);
  Runtime.install({ logger: { log() {}, trace() {}, debug() {}, info() {}, warn() {}, error() {} } });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowsPath: join(import.meta.dirname, 'workflow.ts'),
    activities,
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentActivityTaskExecutions: 50,
    maxCachedWorkflows: 200,
  });
  process.once('disconnect', () => worker.shutdown());
  process.send?.('ready');
  await worker.run();
  await connection.close();
}
