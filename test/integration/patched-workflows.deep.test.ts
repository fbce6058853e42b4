import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import protocol from '@temporalio/proto';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startPlatformTemporal } from '../support/platform-temporal.ts';
import { replayAll } from '../support/replay.ts';
import { findTemporal, type TemporalServer, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { openWorkflows } from '../support/workflows.ts';

/** Three releases of one workflow: before the patch, replaying the patch, and writing the patch. */
const releases = {
  before: 'false',
  reading: `workflowInfo().unsafe.isReplaying && patched('more')`,
  writing: `patched('more')`,
};
type Release = keyof typeof releases;

const sourceOf = (release: Release) => `
import { condition, defineSignal, patched, setHandler, sleep, workflowInfo } from '@temporalio/workflow';
export async function waits() {
  let isOver = false;
  setHandler(defineSignal('end'), () => { isOver = true; });
  const isPatched = ${releases[release]};
  if (isPatched) await sleep(1);
  await condition(() => isOver);
  return isPatched ? 'patched' : 'plain';
}
`;

const taskQueue = 'patched';

const { EventType } = protocol.temporal.api.enums.v1;
const tasks = {
  TASK_COMPLETED: EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
  TASK_FAILED: EventType.EVENT_TYPE_WORKFLOW_TASK_FAILED,
};

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('releases on one queue', () => {
  const cleanup = new AsyncDisposableStack();
  const bundles = {} as Record<Release, string>;
  let temporal: TemporalServer;
  let connection: NativeConnection;
  let client: Client;
  beforeAll(async () => {
    // inside the repository, so that imports of packages resolve
    await mkdir('build', { recursive: true });
    const folder = await mkdtemp('build/patched-');
    cleanup.defer(() => rm(folder, { recursive: true }));
    for (const release of ['before', 'reading', 'writing'] as const) {
      const file = join(process.cwd(), folder, `${release}.ts`);
      await writeFile(file, sourceOf(release));
      const { code } = await bundleWorkflowCode({ workflowsPath: file, logger: new DefaultLogger('ERROR') });
      bundles[release] = join(process.cwd(), folder, `${release}.cjs`);
      await writeFile(bundles[release], code);
    }
    temporal = cleanup.adopt(await startPlatformTemporal({ ownTemporal: false, given: undefined }), (it) =>
      it.stop(),
    );
    client = cleanup.use(openWorkflows(temporal));
    connection = cleanup.adopt(await NativeConnection.connect({ address: temporal.address }), (it) =>
      it.close(),
    );
  });
  afterAll(() => cleanup.disposeAsync());

  /** A worker without cached runs, as after a restart. */
  async function work(release: Release): Promise<() => Promise<void>> {
    const worker = await Worker.create({
      connection,
      namespace: temporal.namespace,
      taskQueue,
      workflowBundle: { codePath: bundles[release] },
      maxCachedWorkflows: 0,
      // different build ids, because one process cannot have two workers of the same build on a queue
      workerDeploymentOptions: {
        version: { deploymentName: taskQueue, buildId: release },
        useWorkerVersioning: false,
      },
    });
    const running = worker.run();
    return async () => {
      worker.shutdown();
      await running;
    };
  }

  async function begin(release: Release) {
    const stop = await work(release);
    const run = await client.workflow.start('waits', {
      taskQueue,
      workflowId: randomUUID(),
      // a worker reports only the first failure of a task, so each retry takes a timeout: 10 s by default
      workflowTaskTimeout: '2s',
      args: [],
    });
    const count = async (type: keyof typeof tasks) => {
      const { events } = await run.fetchHistory();
      return (events ?? []).filter(({ eventType }) => eventType === tasks[type]).length;
    };
    await eventually(async () => expect(await count('TASK_COMPLETED')).toBeGreaterThan(0));
    return { run, stop, count };
  }

  test.each([
    ['before', 'writing', 'plain'],
    ['before', 'reading', 'plain'],
    ['reading', 'before', 'plain'],
    ['writing', 'reading', 'patched'],
  ] as const)('a run of the release %s goes on with %s', async (first, second, result) => {
    const { run, stop, count } = await begin(first);
    await stop();
    const end = await work(second);
    await run.signal('end');

    expect(await run.result()).toBe(result);
    expect(await count('TASK_FAILED')).toBe(0);
    await end();
  });

  test('a run with a patch waits for a worker that knows it, and is not lost by one that does not', async () => {
    const { run, stop, count } = await begin('writing');
    await stop();
    const stopOlder = await work('before');
    await run.signal('end');
    await eventually(async () => expect(await count('TASK_FAILED')).toBeGreaterThan(0));
    expect((await run.describe()).status.name).toBe('RUNNING');

    const stopNewer = await work('writing');

    expect(await run.result()).toBe('patched');
    await Promise.all([stopOlder(), stopNewer()]);
  });

  test('all of them replay with the newest release', async () => {
    expect(await replayAll(temporal, bundles.writing)).toEqual({ replayed: 5, failures: [] });
  });
});
