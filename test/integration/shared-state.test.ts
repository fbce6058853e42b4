import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@temporalio/client';
import { createRerendering } from '../../activities/catch-up.ts';
import { createRound } from '../../activities/shared-state.ts';
import { renderedForKey } from '../../activities/maintenance.ts';
import { rendererVersion } from '../../rendering/version.ts';
import { openPool, type Pool, sql } from '../../store/postgres/pool.ts';
import { endProcess, renewProcess } from '../../store/postgres/processes.ts';
import { saveSetting } from '../../store/postgres/settings.ts';
import { schedules } from '../../workflows/definitions.ts';
import { createMigratedDatabase } from '../support/migrated-database.ts';
import { startPlatformTemporal } from '../support/platform-temporal.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { openWorkflows } from '../support/workflows.ts';

const baseUrl = 'http://registry.test';

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('versions beside each other', () => {
  const cleanup = new AsyncDisposableStack();
  let client: Client;
  let pool: Pool;
  beforeAll(async () => {
    const database = cleanup.adopt(await createMigratedDatabase(), (it) => it.stop());
    pool = cleanup.adopt(await openPool(database.url, 2), (it) => it.end());
    const temporal = cleanup.adopt(
      await startPlatformTemporal({ ownTemporal: false, given: undefined }),
      (it) => it.stop(),
    );
    client = cleanup.use(openWorkflows(temporal));
  });
  afterAll(() => cleanup.disposeAsync());

  async function startWorker(version: string) {
    const id = randomUUID();
    await renewProcess(pool, { id, role: 'worker', version, rendererVersion });
    return { round: createRound({ client, pool, version, baseUrl }), stop: () => endProcess(pool, id) };
  }

  async function owner(): Promise<unknown> {
    const { action } = await client.schedule.getHandle(schedules.cleanExpired).describe();
    return action.memo?.['setByVersion'];
  }

  test('schedules are those of the newest version that is alive', async () => {
    const older = await startWorker('0.9.0');
    await older.round();
    expect(await owner()).toBe('0.9.0');

    const newer = await startWorker('0.10.0');
    await newer.round();
    expect(await owner()).toBe('0.10.0');
    // one that starts later, and one that looks again
    const late = await startWorker('0.9.0');
    await Promise.all([older.round(), late.round()]);
    expect(await owner()).toBe('0.10.0');

    await newer.stop();
    await older.round();
    expect(await owner()).toBe('0.9.0');
    await Promise.all([older.stop(), late.stop()]);
  });

  test('schedules that the workflow service has lost are made anew, without a start of the worker', async () => {
    const worker = await startWorker('0.11.0');
    await worker.round();
    await client.schedule.getHandle(schedules.cleanExpired).delete();

    await worker.round();

    expect(await owner()).toBe('0.11.0');
    await worker.stop();
  });

  test('documents are rendered again when the last process with an older format is gone', async () => {
    await pool.query(sql.typeAlias('void')`delete from processes`);
    let started = 0;
    // renders at once
    const start = async (_name: string, { args: [{ fingerprint }] }: { args: [{ fingerprint: string }] }) => {
      started += 1;
      await saveSetting(pool, renderedForKey, fingerprint);
    };
    const look = createRerendering({ workflow: { start } } as unknown as Client, pool, baseUrl);
    await look();
    await look();
    expect(started).toBe(1);

    const id = randomUUID();
    await renewProcess(pool, { id, role: 'api', version: '0.1.9', rendererVersion: rendererVersion - 1 });
    await look();
    expect(started).toBe(1);
    await endProcess(pool, id);
    await look();
    await look();
    expect(started).toBe(2);
  });
});
