import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nodeOptions } from '../../config/node-options.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { createMigratedDatabase } from '../support/migrated-database.ts';
import { type RoleProcess, startRole } from '../support/role.ts';
import { askRun } from '../support/run.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const run = promisify(execFile);
const entry = join(import.meta.dirname, '../../cli/main.ts');

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('a cluster that is not set up', () => {
  const namespace = `rookery-late-${randomBytes(4).toString('hex')}`;
  const cleanup = new AsyncDisposableStack();
  let environment: Record<string, string>;
  let connection: Connection;
  let worker: Promise<RoleProcess>;
  let health: string;
  beforeAll(async () => {
    const temporal = await askRun('temporal', z.object({ address: z.string() }));
    const address = temporal?.address ?? '';
    connection = cleanup.adopt(await Connection.connect({ address }), (it) => it.close());
    const database = cleanup.adopt(await createMigratedDatabase(), (it) => it.stop());
    const folder = await mkdtemp(join(tmpdir(), 'rookery-setup-'));
    cleanup.defer(() => rm(folder, { recursive: true, force: true }));
    const port = await freePort();
    health = `http://127.0.0.1:${port + 1}`;
    environment = {
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: address,
      TEMPORAL_NAMESPACE: namespace,
      DATA_DIR: folder,
      WEBHOOK_KEY: 'x'.repeat(32),
      METRICS_PORT: String(port),
      LOG_LEVEL: 'warn',
    };
    worker = startRole('worker', environment);
    worker.catch(() => undefined);
    cleanup.defer(async () => (await worker).stop());
  });
  afterAll(() => cleanup.disposeAsync());

  const readiness = async () => {
    const response = await fetch(`${health}/readiness`);
    return { ...((await response.json()) as object), status: response.status };
  };

  test('a worker waits for the namespace, lives without attributes, and has its schedules as soon as they exist', async () => {
    await eventually(
      async () =>
        expect(await readiness()).toMatchObject({
          status: 503,
          database: 'ok',
          temporal: 'error',
          workers: 'error',
          problems: [expect.stringContaining(`no namespace ${namespace}`)],
        }),
      { withinMs: 30_000 },
    );
    expect((await fetch(`${health}/health`)).status).toBe(200);

    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: 86_400 },
    } as object);
    await worker;
    await eventually(async () =>
      expect(await readiness()).toMatchObject({
        status: 503,
        problems: [expect.stringContaining('lacks search attributes')],
      }),
    );

    const { stdout } = await run(process.execPath, [...nodeOptions, entry, 'setup-temporal'], {
      env: { ...process.env, ...environment },
    });

    expect(stdout).toContain('keeps histories for 30 days');
    expect(stdout).toContain('made the search attributes JobKind');
    await eventually(async () => expect(await readiness()).toMatchObject({ status: 200, problems: [] }), {
      withinMs: 20_000,
    });
    const client = new Client({ connection, namespace });
    await eventually(
      async () => {
        const ids = [];
        for await (const { scheduleId } of client.schedule.list()) ids.push(scheduleId);
        expect(ids).toContain('clean-expired');
      },
      { withinMs: 20_000 },
    );
  });

  test('pollers, slots and latencies are series of the port', async () => {
    const text = await eventually(async () => {
      const answer = await (await fetch(`${health}/metrics`)).text();
      expect(answer).toMatch(/^temporal_activity_schedule_to_start_latency_seconds_bucket\{/m);
      return answer;
    });

    expect(text).toMatch(/^temporal_num_pollers\{.*role="worker".*\} [1-9]/m);
    expect(text).toMatch(/^temporal_worker_task_slots_available\{/m);
    expect(text).toMatch(/^rookery_ready\{role="worker"\} 1$/m);
  });

  test('setting up again changes nothing, and the settings of the server are printed', async () => {
    const env = { ...process.env, ...environment };
    const again = await run(process.execPath, [...nodeOptions, entry, 'setup-temporal'], { env });
    const settings = await run(
      process.execPath,
      [...nodeOptions, entry, 'setup-temporal', '--dynamic-config'],
      {
        env,
      },
    );

    expect(again.stdout.trim().split('\n')).toHaveLength(1);
    expect(settings.stdout).toContain('limit.maxIDLength:\n  - value: 255\n');
  });
});
