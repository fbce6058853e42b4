import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBundle } from '../../activities/bundle.ts';
import {
  decidedSignal,
  decideSignal,
  type NotedDecision,
  queues,
  workflowNames,
} from '../../workflows/definitions.ts';
import { eventually } from '../support/eventually.ts';
import { assertReplays } from '../support/replay.ts';
import { findTemporal, startTemporal, temporalMissing, type TemporalServer } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { openWorkflows } from '../support/workflows.ts';

/** Runs that began when a signal said what was decided are still waiting when the code changes under them. */
describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('a run of an earlier release', () => {
  let temporal: TemporalServer;
  let folder: string;
  let earlier: string;
  beforeAll(async () => {
    temporal = await startTemporal();
    folder = await mkdtemp(join(tmpdir(), 'rookery-earlier-'));
    earlier = join(folder, 'earlier.cjs');
    const code = await readFile(await ensureBundle(), 'utf8');
    const patch = /\(0,\s?[\w.$]{1,60}patched\)\(['"]decisions-are-rows['"]\)/;
    expect(code).toMatch(patch);
    await writeFile(earlier, code.replace(patch, 'false'));
  });
  afterAll(async () => {
    await temporal?.stop();
    await rm(folder, { recursive: true });
  });

  const steps: string[] = [];
  const rows: NotedDecision[] = [];
  const step = <T>(name: string, result: () => T) => ({
    [name]: async () => {
      steps.push(name);
      return result();
    },
  });
  const activities = {
    ...step('resumeHold', () => 'policy_hold'),
    ...step('hold', () => undefined),
    ...step('findDecision', () => rows[0] ?? null),
    ...step('review', () => (rows.length > 0 ? null : 'policy_hold')),
    ...step('publish', () => null),
    ...step('finishPublish', () => undefined),
  };

  async function whileWorking<T>(codePath: string, work: () => Promise<T>): Promise<T> {
    const connection = await NativeConnection.connect({ address: temporal.address });
    const worker = await Worker.create({
      connection,
      namespace: temporal.namespace,
      taskQueue: queues.publish,
      workflowBundle: { codePath },
      activities,
    });
    try {
      return await worker.runUntil(work);
    } finally {
      await connection.close();
    }
  }

  test('believes no signal any more and goes on with what is in the database', async () => {
    await using client = openWorkflows(temporal);
    const ids = { releaseId: 'r', packageId: 'p', uploadId: 'u' };
    const handle = await whileWorking(earlier, async () => {
      const names = { ecosystem: 'cargo', name: 'probe', version: '1.0.0', publisher: '' };
      const started = await client.workflow.start(workflowNames.holdRelease, {
        workflowId: 'earlier',
        taskQueue: queues.publish,
        args: [{ ...ids, ...names }],
      });
      await eventually(async () => expect(steps).toEqual(['resumeHold', 'hold']));
      return started;
    });

    await whileWorking(await ensureBundle(), async () => {
      const forged = { kind: 'approve', reason: null, performer: { userId: null } };
      await handle.signal(decideSignal, forged);
      await eventually(async () => expect(steps).toEqual(['resumeHold', 'hold', 'findDecision']));
      rows.push({ id: 'd', kind: 'approve', reason: null });
      await handle.signal(decidedSignal);
      await handle.result();
    });

    expect(steps.slice(2)).toEqual(['findDecision', 'findDecision', 'review', 'publish', 'finishPublish']);
    await assertReplays(temporal);
  });
});
