import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { packagesToPublish, type TriedPublish } from '../support/every-publish.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';
import { type Standby, startStandby } from '../support/standby.ts';

let platform: PackagePlatform;
let proxy: SilentProxy;
let standby: Standby;
let author: TestUser;
beforeAll(async () => {
  platform = await startPackagePlatform(
    { RATE_LIMITS: 'off' },
    {
      ownPostgres: true,
      async reach({ url, server }) {
        standby = await startStandby(server);
        proxy = await startSilentProxy(url);
        const { username, password, pathname } = new URL(url);
        const hosts = `${new URL(proxy.url).host},127.0.0.1:${standby.port}`;
        return {
          environment: { DATABASE_URL: `postgres://${username}:${password}@${hosts}${pathname}` },
          async stop() {
            await proxy.close();
            await standby.stop();
          },
        };
      },
    },
  );
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

/** The limit that docs/OPERATIONS.md names, and room for a machine that runs other tests. */
const wholeWithinMs = 40_000;
/** On a machine that runs other tests, the answer may be 202 while the publish continues. */
async function publishAll(packages: readonly TriedPublish[]): Promise<void> {
  const answers = await Promise.all(packages.map(({ publish }) => publish()));
  expect(answers.filter((status) => !/^(?:20[012]|409)$/.test(status))).toEqual([]);
}

/** Sends more concurrent requests than a process has connections. */
async function floodOfReads(): Promise<{ status: number; seconds: number }[]> {
  return Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const started = performance.now();
      const headers = { authorization: `Bearer ${author.token}` };
      const answer = await fetch(`${platform.url}/v1/search?q=x${at}`, { headers });
      await answer.arrayBuffer();
      return { status: answer.status, seconds: (performance.now() - started) / 1_000 };
    }),
  );
}

test('a primary that falls silent and speaks again: every request ends, and writes come back by themselves', async () => {
  await publishAll(await packagesToPublish(platform, author));
  await floodOfReads();
  proxy.silence();

  const answers = await floodOfReads();

  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual(
    [],
  );
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(wholeWithinMs / 1_000);
  proxy.speak();
  const after = await packagesToPublish(platform, author);
  await eventually(() => publishAll(after), { withinMs: wholeWithinMs });
});

test('a primary that falls silent for ever: the promoted standby takes over, without a restart', async () => {
  const before = await packagesToPublish(platform, author);
  await eventually(() => publishAll(before), { withinMs: wholeWithinMs });
  proxy.silence();
  await standby.promote();
  const promotedAt = performance.now();

  const all = await packagesToPublish(platform, author);
  await eventually(() => publishAll(all), { withinMs: wholeWithinMs });
  await eventually(async () => expect((await fetch(`${platform.url}/readiness`)).status).toBe(200));

  expect(performance.now() - promotedAt).toBeLessThan(wholeWithinMs);
  for (const { read } of [before[0], all[0]].filter((each) => each !== undefined)) {
    await eventually(async () => expect(await read()).toBe(200));
  }
});

test('every history replays', () => assertReplays(platform.temporal));
