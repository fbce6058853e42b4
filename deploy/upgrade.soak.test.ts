import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import type { Crate } from '../test/support/crates.ts';
import { query } from '../test/support/database.ts';
import { eventually } from '../test/support/eventually.ts';
import { packagesToPublish, type TriedPublish } from '../test/support/every-publish.ts';
import { freePort } from '../test/support/free-port.ts';
import { findHeld, judge, stageCrate } from '../test/support/held-release.ts';
import type { SharedPlatform } from '../test/support/platform.ts';
import { createUser, type TestUser } from '../test/support/platform-users.ts';
import { startPlatformTemporal } from '../test/support/platform-temporal.ts';
import { type PostgresServer, scannerRole, startPostgres, urlAs } from '../test/support/postgres.ts';
import { makePreviousVersion, previousCommit } from '../test/support/previous-version.ts';
import { replayAll } from '../test/support/replay.ts';
import { type Role, type RoleProcess, startRole } from '../test/support/role.ts';
import { type RoundRobin, startRoundRobin } from '../test/support/round-robin.ts';
import { isSkipped, requireTool } from '../test/support/tool.ts';

const previous = makePreviousVersion();
const missing = `neither this clone nor its origin has the previous release, ${previousCommit}`;
const root = join(import.meta.dirname, '..');

interface Member {
  role: Role;
  environment: NodeJS.ProcessEnv;
  process: RoleProcess;
}

describe.skipIf(isSkipped(previous, missing))(
  'an upgrade and the way back, one process after the other',
  () => {
    const cleanup = new AsyncDisposableStack();
    const members: Member[] = [];
    const folders = { previous: '', current: root };
    let database: PostgresServer;
    let databaseUrl: string;
    let environment: NodeJS.ProcessEnv;
    let platform: SharedPlatform;
    let user: TestUser;
    let proxy: RoundRobin;
    beforeAll(async () => {
      folders.previous = requireTool(previous, missing);
      const dataDir = await mkdtemp(join(tmpdir(), 'rookery-upgrade-'));
      cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
      database = cleanup.adopt(await startPostgres(), (it) => it.stop());
      databaseUrl = await database.createDatabase('upgraded');
      const temporal = cleanup.adopt(
        await startPlatformTemporal({ ownTemporal: false, given: undefined }),
        (it) => it.stop(),
      );
      const ports = [await freePort(), await freePort()];
      proxy = cleanup.adopt(await startRoundRobin(ports), (it) => it.stop());
      environment = {
        DATABASE_URL: databaseUrl,
        DATABASE_SCANNER_ROLE: scannerRole,
        TEMPORAL_ADDRESS: temporal.address,
        TEMPORAL_NAMESPACE: temporal.namespace,
        DATA_DIR: dataDir,
        PUBLIC_URL: proxy.url,
        JWT_SECRET: randomBytes(32).toString('hex'),
        RATE_LIMITS: 'off',
        MAX_EVENT_LOOP_DELAY_MS: '0',
        BLOB_FSYNC: 'false',
        RECENT_LOGIN_SECONDS: '3600',
        LOG_LEVEL: 'warn',
        METRICS_PORT: '0',
      };
      await startRole('migrate', environment, folders.previous);
      const ofScanner = { ...environment, DATABASE_URL: urlAs(scannerRole, databaseUrl) };
      const wanted: [Role, NodeJS.ProcessEnv][] = [
        ['scanner', ofScanner],
        ['worker', environment],
        ['worker', environment],
        ...ports.map((port): [Role, NodeJS.ProcessEnv] => ['api', { ...environment, PORT: String(port) }]),
      ];
      for (const [role, its] of wanted) {
        const process = await startRole(role, its, folders.previous);
        members.push({ role, environment: its, process });
      }
      cleanup.defer(async () => {
        await Promise.all(members.map((member) => member.process.stop()));
      });
      await eventually(async () => expect((await fetch(`${proxy.url}/readiness`)).status).toBe(200));
      user = await createUser(proxy.url);
      platform = {
        url: proxy.url,
        adminToken: '',
        dataDir,
        databaseUrl,
        temporal,
        environment: {},
        createUser: (name) => createUser(proxy.url, name),
        stop: async () => {},
      };
    });
    afterAll(() => cleanup.disposeAsync());

    async function replace(role: Role, version: keyof typeof folders): Promise<void> {
      for (const member of members.filter((it) => it.role === role)) {
        await member.process.stop();
        expect(member.process.ending()).toBe('0');
        member.process = await startRole(member.role, member.environment, folders[version]);
        const { PORT: port } = member.environment;
        // proxies and supervisors also wait for this before the next replica
        await eventually(() => {
          if (port !== undefined && !proxy.serving.has(Number(port)))
            throw new Error(`${port} does not serve`);
        });
      }
    }

    /** Publishes and reads in five ecosystems until it is stopped. */
    function startTraffic() {
      const published: TriedPublish[] = [];
      const failures: string[] = [];
      let reads = 0;
      let slowest = 0;
      const over = new AbortController();
      const note = async (what: string, trying: Promise<unknown>, isGood: (answer: unknown) => boolean) => {
        const begun = performance.now();
        const answer = await trying.catch((error: unknown) => `no answer: ${String(error)}`);
        slowest = Math.max(slowest, performance.now() - begun);
        if (!isGood(answer)) failures.push(`${what}: ${String(answer)}`);
      };
      const isRead = (status: unknown) => status === 200;
      const publishing = async () => {
        while (!over.signal.aborted) {
          for (const pkg of await packagesToPublish(platform, user)) {
            // 202: accepted, and visible a moment later; process starts slow the machine down
            await note(`publish ${pkg.ecosystem}`, pkg.publish(), (status) =>
              /^20[012]$/.test(String(status)),
            );
            const see = async () => {
              const status = await pkg.read();
              expect(status).toBe(200);
              return status;
            };
            await note(`see ${pkg.ecosystem}`, eventually(see, { withinMs: 60_000 }), isRead);
            published.push(pkg);
          }
        }
      };
      const reading = async () => {
        while (!over.signal.aborted) {
          const pkg = published[Math.floor(Math.random() * published.length)];
          if (pkg) await note(`read ${pkg.ecosystem}`, pkg.read(), isRead);
          reads += 1;
          await sleep(20);
        }
      };
      const running = Promise.all([publishing(), publishing(), reading()]);
      /** Resolves after several further publishes of every ecosystem. */
      const settle = async () => {
        const before = published.length;
        const isEnough = () => expect(published.length).toBeGreaterThanOrEqual(before + 10);
        await eventually(isEnough, { withinMs: 120_000 });
        expect([...failures, ...proxy.broken]).toEqual([]);
      };
      const stop = async () => {
        over.abort();
        await running;
        return { published, failures, reads, slowest };
      };
      return { settle, stop };
    }

    async function approve(crate: Crate): Promise<void> {
      // 202: the release is still being published
      expect([200, 202]).toContain((await judge(platform, user, crate, 'approve')).status);
    }

    const listProcesses = async () => {
      const rows = await query<{ role: string; version: string }>(
        databaseUrl,
        `select distinct role, version from processes where left_at is null order by role`,
      );
      return rows.map(({ role, version }) => `${role} ${version}`);
    };

    test('fail no publish and no read, and every history replays with the code of today', async () => {
      const held = await stageCrate(platform, user);
      const traffic = startTraffic();
      await traffic.settle();

      // the upgrade
      await startRole('migrate', environment);
      for (const role of ['api', 'scanner', 'worker'] as const) {
        await replace(role, 'current');
        await traffic.settle();
      }
      expect(await listProcesses()).toEqual(
        ['api', 'scanner', 'worker'].map((it) => `${it} ${manifest.version}`),
      );
      await approve(held);
      const later = await stageCrate(platform, user);

      // the way back
      for (const role of ['worker', 'scanner', 'api'] as const) {
        await replace(role, 'previous');
        await traffic.settle();
      }
      await approve(later);
      const { published, failures, reads, slowest } = await traffic.stop();

      expect(failures).toEqual([]);
      expect(await listProcesses()).toEqual([]);
      for (const crate of [held, later]) {
        const stateOf = async () => (await findHeld(platform, crate))?.state;
        await eventually(async () => expect(await stateOf()).toBe('published'), { withinMs: 60_000 });
      }
      const lost: string[] = [];
      for (const pkg of published) if ((await pkg.read()) !== 200) lost.push(pkg.ecosystem);
      expect(lost).toEqual([]);
      const { replayed, failures: different } = await replayAll(platform.temporal);
      expect(different).toEqual([]);
      process.stderr.write(
        `${published.length} publishes, ${reads} reads, ${replayed} histories, the slowest answer after ${Math.round(slowest)} ms\n`,
      );
      expect(replayed).toBeGreaterThan(published.length);
    }, 600_000);
  },
);
