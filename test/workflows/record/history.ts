import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { requireTool } from '../../support/tool.ts';
import { openWorkflows, type ServiceAddress } from '../../support/workflows.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
export const folder = join(import.meta.dirname, '../histories');
const binary = requireTool(await findTemporal(), temporalMissing);

/** Members of events that replay ignores: they name a process, a machine or a time. */
const unread = new Set([
  'identity',
  'workerInstanceKey',
  'workerVersion',
  'binaryChecksum',
  'meteringMetadata',
  'requestId',
  'stackTrace',
  'taskId',
]);

export interface Recorder {
  temporal: ServiceAddress;
}

/** Writes the history of a closed run: by default the last one of the workflow. */
export async function save(
  { temporal }: Recorder,
  name: string,
  workflowId: string,
  runId?: string,
): Promise<void> {
  await untilClosed(temporal, workflowId);
  const { address, namespace } = temporal;
  const options = { address, namespace, 'workflow-id': workflowId, ...(runId && { 'run-id': runId }) };
  const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
  const { stdout } = await run(binary, ['workflow', 'show', ...args, '--output', 'json'], {
    maxBuffer: 64 << 20,
  });
  const { events } = JSON.parse(stdout) as { events: unknown[] };
  const lines = events.map((event) => JSON.stringify(reduce(event, hostname())));
  await writeFile(join(folder, `${name}.json`), `{"events":[\n${lines.join(',\n')}\n]}\n`);
}

/** Waits until the workflow is closed with any status. */
export async function untilClosed(service: ServiceAddress, workflowId: string): Promise<void> {
  await using client = openWorkflows(service);
  await client.workflow
    .getHandle(workflowId)
    .result()
    .catch(() => undefined);
}

/** The members of an event that replay reads, without names of this machine. */
function reduce(value: unknown, host: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => reduce(entry, host));
  // with its @, which no encoded payload contains
  if (typeof value === 'string')
    return value.replaceAll(root, '/rookery').replaceAll(`@${host}`, '@recorder');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !unread.has(key))
      .map(([key, entry]) => [key, reduce(entry, host)]),
  );
}
