import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { listFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { expectInvisible, expectWhollyVisible } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { publishId } from '../support/workflows.ts';

let platform: PackagePlatform;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '1000', METRICS_PORT: String(metricsPort) });
});
afterAll(() => platform?.stop());

async function readJson(path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  const response = await fetch(`${platform.url}${path}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

async function jobOf(crate: Crate): Promise<Record<string, unknown> | undefined> {
  const { jobs } = (await readJson('/v1/admin/jobs?kind=publish_release')) as {
    jobs: Record<string, unknown>[];
  };
  return jobs.find(({ workflow_id: id }) => id === publishId(crate));
}

async function stateOf(crate: Crate): Promise<object | undefined> {
  const [row] = await query(
    platform.databaseUrl,
    `select releases.state, releases.status_reason as reason
     from releases join packages on packages.id = releases.package_id where packages.name = $1`,
    [crate.name],
  );
  return row;
}

/** The connection that waits to save a verdict; the database may still list those of killed scanners. */
async function waitingBeside(seen: ReadonlySet<number>): Promise<number> {
  const rows = await query<{ pid: number }>(
    platform.databaseUrl,
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%release_metadata%'`,
  );
  const fresh = rows.find(({ pid }) => !seen.has(pid));
  if (!fresh) throw new Error('no scanner waits');
  return fresh.pid;
}

test('every role says on its port that it is ready', async () => {
  const answers = await Promise.all(
    [0, 1, 2].map(async (offset) =>
      (await fetch(`http://127.0.0.1:${metricsPort + offset}/readiness`)).json(),
    ),
  );

  expect(answers).toMatchObject([
    { status: 'ready', role: 'api', database: 'ok' },
    { status: 'ready', role: 'worker', storage: 'ok', workers: 'ok' },
    { status: 'ready', role: 'scanner', storage: 'ok', workers: 'ok' },
  ]);
});

test('what waits without a scanner is counted by queue, for those who scale by it', async () => {
  const crate = await makeCrate();
  await platform.roles.scanner.stop();

  expect(await publishCrate(platform, crate)).toMatchObject({ status: 202 });

  await eventually(async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^rookery_queue_backlog\{queue="scan",role="api"\} [1-9]/m);
    expect(metrics).toMatch(/^rookery_queue_backlog\{queue="io",role="api"\} 0$/m);
  });
  platform.roles.scanner = await platform.roles.scanner.restart();
  await expectWhollyVisible(platform, crate);
});

test('a frozen scanner is named by readiness, by the job that waits for it and by a metric', async () => {
  const crate = await makeCrate();
  // readiness also names the queue of the engine, which is not started
  await eventually(async () =>
    expect((await readJson('/readiness'))['degraded']).not.toContainEqual(
      expect.stringContaining('queue scan'),
    ),
  );
  process.kill(platform.roles.scanner.pid, 'SIGSTOP');
  try {
    expect(await publishCrate(platform, crate)).toMatchObject({ status: 202 });

    // a worker polls for up to a minute: until then the service may take it for alive
    await eventually(
      async () =>
        expect(await readJson('/readiness')).toMatchObject({
          status: 'ready',
          degraded: expect.arrayContaining([expect.stringContaining('no process serves the queue scan')]),
        }),
      { withinMs: 100_000 },
    );

    expect(await jobOf(crate)).toMatchObject({
      status: 'running',
      last_error: expect.stringContaining('no process serves the queue scan'),
      recovery_hint: expect.stringContaining('bin/rookery scanner'),
    });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toMatch(/^rookery_queue_processes\{queue="scan",role="api"\} 0$/m);
    expect(metrics).toMatch(/^rookery_queue_processes\{queue="publish",role="api"\} 1$/m);
  } finally {
    process.kill(platform.roles.scanner.pid, 'SIGCONT');
  }
  await expectWhollyVisible(platform, crate);
  await eventually(async () =>
    expect((await readJson('/readiness'))['degraded']).not.toContainEqual(
      expect.stringContaining('queue scan'),
    ),
  );
});

test('a release that ends its scanner three times is held with a finding', async () => {
  const crate = await makeCrate();
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  expect(await publishCrate(platform, crate)).toMatchObject({ status: 202 });
  const seen = new Set<number>();
  const held = { state: 'quarantine', reason: 'scan_failed' };
  const isHeld = async () => isDeepStrictEqual({ ...(await stateOf(crate)) }, held);
  let kills = 0;
  try {
    // the kill has no effect if the service has not yet counted the attempt
    while (kills < 6) {
      const next = await eventually(async () => (await isHeld()) || waitingBeside(seen), {
        withinMs: 90_000,
      });
      if (next === true) break;
      seen.add(next);
      await platform.roles.scanner.kill();
      kills += 1;
      platform.roles.scanner = await platform.roles.scanner.restart();
    }
    await eventually(async () => expect(await stateOf(crate)).toEqual(held), { withinMs: 90_000 });
  } finally {
    await lock.release();
  }

  expect(kills).toBeGreaterThanOrEqual(3);
  await expectInvisible(platform, crate);
  expect(await listFindings(platform, crate)).toEqual([{ scanner: 'scanner/1', is_resolved: false }]);
}, 400_000);

test('tries that failed by no fault of the bytes do not count: the scan goes on when the database does', async () => {
  const crate = await makeCrate();
  await query(platform.databaseUrl, 'alter table release_scans rename to away');
  expect(await publishCrate(platform, crate)).toMatchObject({ status: 202 });

  await eventually(async () => expect(Number((await jobOf(crate))?.['attempts'])).toBeGreaterThan(4), {
    withinMs: 120_000,
  });

  expect(await stateOf(crate)).toEqual({ state: 'scanning', reason: null });
  await query(platform.databaseUrl, 'alter table away rename to release_scans');
  await expectWhollyVisible(platform, crate);
});

test('every history replays', () => assertReplays(platform.temporal));
