import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@temporalio/client';
import { createRerendering } from '../../activities/catch-up.ts';
import { createRound } from '../../activities/shared-state.ts';
import { renderedForKey } from '../../activities/maintenance.ts';
import { rendererVersion } from '../../rendering/version.ts';
import { openPool, type Pool, sql } from '../../store/postgres/pool.ts';
import { endProcess, renewProcess } from '../../store/postgres/processes.ts';
import { saveSetting } from '../../store/postgres/settings.ts';
import { schedules, workflowNames } from '../../workflows/definitions.ts';
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

  async function startWorker(version: string, over: { client?: Client; baseUrl?: string } = {}) {
    const id = randomUUID();
    await renewProcess(pool, { id, role: 'worker', version, rendererVersion });
    const round = createRound({ client, pool, processId: id, version, baseUrl, ...over });
    return { round, stop: () => endProcess(pool, id) };
  }

  /** Completes renderings at once. Records the order and the summary of the started workflows. */
  function renderingClient({ isBroken = false } = {}) {
    const started: string[] = [];
    const start = async (
      name: string,
      {
        args: [input],
        staticSummary,
      }: { args: { fingerprint: string; begunAt: string }[]; staticSummary: string },
    ) => {
      started.push(staticSummary);
      if (name !== workflowNames.renderDocuments) return;
      if (isBroken) throw new Error('not now');
      if (input) await saveSetting(pool, renderedForKey, input.fingerprint, input.begunAt);
    };
    const { schedule } = client;
    return { started, client: { schedule, workflow: { start } } as unknown as Client };
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
    // a worker that starts later, and one that checks again
    const late = await startWorker('0.9.0');
    await Promise.all([older.round(), late.round()]);
    expect(await owner()).toBe('0.10.0');

    await newer.stop();
    for (const { round } of [older, late]) await round();
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
    const { client: rendering, started } = renderingClient();
    const look = createRerendering(rendering, pool, baseUrl);
    await look();
    await look();
    expect(started).toHaveLength(1);

    const id = randomUUID();
    await renewProcess(pool, { id, role: 'api', version: '0.1.9', rendererVersion: rendererVersion - 1 });
    await look();
    expect(started).toHaveLength(1);
    await endProcess(pool, id);
    await setTimeout(2);
    await look();
    await look();
    expect(started).toHaveLength(2);
  });

  test('documents that an older process may have written behind the rendering are rendered once more', async () => {
    await pool.query(sql.typeAlias('void')`delete from processes`);
    const started: string[] = [];
    const start = async (
      _name: string,
      { args: [input] }: { args: [{ fingerprint: string; begunAt: string }] },
    ) => {
      started.push(input.begunAt);
      if (started.length === 1) {
        const id = randomUUID();
        await renewProcess(pool, { id, role: 'api', version: '0.1.9', rendererVersion: rendererVersion - 1 });
        await endProcess(pool, id);
        await setTimeout(2);
      }
      await saveSetting(pool, renderedForKey, input.fingerprint, input.begunAt);
    };
    const look = createRerendering({ workflow: { start } } as unknown as Client, pool, 'http://behind.test');
    for (let round = 0; round < 4; round += 1) await look();
    expect(started).toHaveLength(2);
  });

  test('the last worker of a version that was started decides about the address in documents', async () => {
    await pool.query(sql.typeAlias('void')`delete from processes`);
    const { client: rendering, started } = renderingClient();
    const before = await startWorker('0.12.0', { client: rendering, baseUrl: 'http://old.test' });
    await before.round();
    const after = await startWorker('0.12.0', { client: rendering, baseUrl: 'http://new.test' });
    for (const { round } of [after, before, after, before]) await round();
    const renderings = () => started.filter((summary) => summary.startsWith('Render'));
    expect(renderings()).toEqual(
      ['http://old.test', 'http://new.test'].map((url) => `Render all documents for ${url}`),
    );

    // it has rendered before, and renders again after another worker replaced the setting
    await saveSetting(pool, renderedForKey, 'of another worker');
    await after.round();
    expect(renderings().at(-1)).toBe('Render all documents for http://new.test');
    expect(renderings()).toHaveLength(3);
    await after.stop();
    await before.round();
    expect(renderings().at(-1)).toBe('Render all documents for http://old.test');
    await before.stop();
  });

  test('documents that can not be rendered hold up nothing else', async () => {
    await pool.query(sql.typeAlias('void')`delete from processes`);
    const { client: broken, started } = renderingClient({ isBroken: true });
    const worker = await startWorker('0.13.0', { client: broken, baseUrl: 'http://broken.test' });
    await expect(worker.round()).rejects.toThrow('rendering: not now');
    await expect(worker.round()).rejects.toThrow('rendering: not now');
    expect(started.map((summary) => summary.split(' ')[0])).toEqual(['Restart', 'Render', 'Render']);
    await worker.stop();
  });
});
