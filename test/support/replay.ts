import { DefaultLogger, makeTelemetryFilterString, Runtime, Worker } from '@temporalio/worker';
import { ensureBundle } from '../../activities/bundle.ts';
import { oncePerProcess } from './once-per-process.ts';
import { openWorkflows, type ServiceAddress } from './workflows.ts';

oncePerProcess('runtime', () =>
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } },
  }),
);

/** A history that the current workflow code does not reproduce. */
export interface ReplayFailure {
  workflowId: string;
  runId: string;
  error: Error;
}

export interface ReplayReport {
  replayed: number;
  failures: ReplayFailure[];
}

/**
 * Replays every history of a service with the workflow code of this tree; that of a running workflow to its end
 * so far. A difference means that a worker with this code could not continue the workflow.
 */
export async function replayAll(service: ServiceAddress, codePath?: string): Promise<ReplayReport> {
  await using client = openWorkflows(service);
  const histories = client.workflow.list().intoHistories({ concurrency: 4 });
  const results = Worker.runReplayHistories(
    { workflowBundle: { codePath: codePath ?? (await ensureBundle()) } },
    histories,
  );
  const report: ReplayReport = { replayed: 0, failures: [] };
  for await (const { workflowId, runId, error } of results) {
    report.replayed += 1;
    if (error) report.failures.push({ workflowId, runId, error });
  }
  return report;
}

/** @throws Error with every workflow whose history does not replay, or if there is no history */
export async function assertReplays(service: ServiceAddress): Promise<void> {
  const { replayed, failures } = await replayAll(service);
  if (replayed === 0) throw new Error('there was no history to replay');
  if (failures.length === 0) return;
  const list = failures.map(({ workflowId, error }) => `${workflowId}: ${error.message}`).join('\n');
  throw new Error(`${failures.length} of ${replayed} histories do not replay:\n${list}`);
}

/** Replays one recorded history. @throws DeterminismViolationError, ReplayError */
export async function replayOne(history: unknown, codePath: string): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, history);
}

/** Replays many recorded histories by name: one sandbox loads the workflow code once. */
export async function replayRecorded(
  names: readonly string[],
  read: (name: string) => Promise<unknown>,
  codePath: string,
): Promise<Map<string, Error | undefined>> {
  async function* histories() {
    for (const name of names) yield { workflowId: name, history: await read(name) };
  }
  const errors = new Map<string, Error | undefined>();
  const results = Worker.runReplayHistories({ workflowBundle: { codePath } }, histories());
  for await (const { workflowId, error } of results) errors.set(workflowId, error);
  return errors;
}
