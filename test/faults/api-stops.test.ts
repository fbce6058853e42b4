import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { createMigratedDatabase } from '../support/migrated-database.ts';
import { redisBinary, redisMissing, startRedis } from '../support/redis.ts';
import { type RoleProcess, startRole } from '../support/role.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { isSkipped } from '../support/tool.ts';

const delayMs = 1_500;

describe.skipIf(isSkipped(redisBinary, redisMissing))('a replica of the api behind a proxy', () => {
  const cleanup = new AsyncDisposableStack();
  let redis: SilentProxy;
  let url: string;
  let api: RoleProcess;
  beforeAll(async () => {
    const server = cleanup.adopt(await startRedis(), (it) => it.stop());
    redis = cleanup.adopt(await startSilentProxy(server.url), (it) => it.close());
    const database = cleanup.adopt(await createMigratedDatabase(), (it) => it.stop());
    const folder = await mkdtemp(join(tmpdir(), 'rookery-replica-'));
    cleanup.defer(() => rm(folder, { recursive: true }));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    api = await startRole('api', {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      // unreachable: neither reads nor log-ins need the workflow service
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      DATA_DIR: folder,
      PORT: String(port),
      METRICS_PORT: '0',
      JWT_SECRET: 'x'.repeat(32),
      SHUTDOWN_DELAY_MS: String(delayMs),
      LOG_LEVEL: 'warn',
    });
    cleanup.defer(() => api.stop());
  });
  afterAll(() => cleanup.disposeAsync());

  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;

  async function timeOf(path: string, body?: object): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const started = performance.now();
    const answer = await fetch(
      `${url}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : {},
    );
    await answer.arrayBuffer();
    return performance.now() - started;
  }

  test('is not ready without Redis, serves, and neither reads nor log-ins wait for it', async () => {
    const login = { username_or_email: 'missing', password: 'wrong' };
    await eventually(async () => expect(await statusOf('/readiness')).toBe(200));
    const usual = [await timeOf('/v1/stats'), await timeOf('/v1/auth/login', login)];

    redis.silence();
    const without = [await timeOf('/v1/stats'), await timeOf('/v1/auth/login', login)];

    await eventually(async () => expect(await statusOf('/readiness')).toBe(503));
    expect(await statusOf('/readiness/serving')).toBe(200);
    // 50 ms are allowed, and the rest is for a busy machine: without the limit each command waits for a second
    for (const [index, ms] of without.entries()) expect(ms - (usual[index] ?? 0)).toBeLessThan(800);
    redis.speak();
    await eventually(async () => expect(await statusOf('/readiness')).toBe(200));
  });

  test('says that it stops while it still answers, then ends', async () => {
    expect(await statusOf('/readiness/serving')).toBe(200);
    const stoppedAt = performance.now();
    const ended = api.stop().then(() => performance.now() - stoppedAt);

    await eventually(async () => expect(await statusOf('/readiness/serving')).toBe(503));
    expect(await statusOf('/v1/stats')).toBe(200);

    expect(await ended).toBeGreaterThan(delayMs - 100);
    expect(api.ending()).toBe('0');
    await expect(statusOf('/v1/stats')).rejects.toThrow('fetch failed');
  });
});
