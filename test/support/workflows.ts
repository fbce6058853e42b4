import { Client } from '@temporalio/client';
import { expect } from 'vitest';
import { openConnection } from '../../config/workflow-connection.ts';
import { decidedSignal, queues, type workflowNames } from '../../workflows/definitions.ts';
import { eventually } from './eventually.ts';

export interface ServiceAddress {
  address: string;
  namespace: string;
}

/** A client of the workflow service; the caller closes its connection. */
export function openWorkflows({ address, namespace }: ServiceAddress): Client & AsyncDisposable {
  const connection = openConnection({ address });
  const client = new Client({ connection, namespace });
  return Object.assign(client, { [Symbol.asyncDispose]: () => connection.close() });
}

/** Signals the runs to read their rows now. */
export async function wake(service: ServiceAddress, workflowIds: readonly string[]): Promise<void> {
  await using client = openWorkflows(service);
  for (const workflowId of workflowIds) await client.workflow.getHandle(workflowId).signal(decidedSignal);
}

/** The workflow that publishes a crate; its name is its key in these tests. */
export function publishId(crate: { name: string; version: string }): string {
  return `publish:cargo:${crate.name.replaceAll('-', '_')}@${crate.version}`;
}

export interface Ending {
  status: string;
  runs: number;
}

/** The state of the newest run of a workflow, and the number of runs. */
export async function describeRuns(service: ServiceAddress, workflowId: string): Promise<Ending> {
  await using client = openWorkflows(service);
  const { status } = await client.workflow.getHandle(workflowId).describe();
  let runs = 0;
  for await (const run of client.workflow.list({ query: `WorkflowId = "${workflowId}"` }))
    runs += run.runId ? 1 : 0;
  return { status: status.name, runs };
}

/** Waits until a workflow is started and has no pending task: it waits for a person. */
export async function untilAtRest(service: ServiceAddress, workflowId: string): Promise<void> {
  await using client = openWorkflows(service);
  await eventually(async () => {
    const { status, historyLength, raw } = await client.workflow.getHandle(workflowId).describe();
    expect({
      status: status.name,
      hasBegun: historyLength > 4,
      pending: raw.pendingWorkflowTask ?? null,
    }).toEqual({
      status: 'RUNNING',
      hasBegun: true,
      pending: null,
    });
  });
}

/** Runs a maintenance workflow now instead of waiting for its schedule. */
export async function runNow(
  service: ServiceAddress,
  workflow:
    | typeof workflowNames.cleanExpired
    | typeof workflowNames.cleanOciBlobs
    | typeof workflowNames.reconcileReleases,
): Promise<unknown> {
  await using client = openWorkflows(service);
  return await client.workflow.execute(workflow, {
    workflowId: `${workflow}-by-test-${Date.now()}`,
    taskQueue: queues.publish,
    args: [],
  });
}
