import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { packagesToPublish, type TriedPublish } from '../support/every-publish.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { type Standby, startStandby } from '../support/standby.ts';

let platform: PackagePlatform;
let standby: Standby;
let author: TestUser;
beforeAll(async () => {
  platform = await startPackagePlatform(
    { PUBLISH_DEADLINE_MS: '5000' },
    {
      ownPostgres: true,
      async reach({ url, server }) {
        standby = await startStandby(server);
        const { username, password, pathname } = new URL(url);
        const hosts = `127.0.0.1:${server.port},127.0.0.1:${standby.port}`;
        const both = `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
        return { environment: { DATABASE_URL: both }, stop: standby.stop };
      },
    },
  );
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

const statusOf = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(platform.url + path, { headers });
  await answer.arrayBuffer();
  return `${answer.status}${answer.status === 503 && !answer.headers.has('retry-after') ? ' for ever' : ''}`;
};

const publishAll = (packages: readonly TriedPublish[]) =>
  Promise.all(packages.map(async ({ ecosystem, publish }) => `${ecosystem} ${await publish()}`));
const published = ['cargo 200', 'npm 200', 'pypi 200', 'rubygems 200', 'composer 201'];

test('a database that takes no writes is an outage in every dialect, and reads go on', async () => {
  const before = await packagesToPublish(platform, author);
  expect(await publishAll(before)).toEqual(published);
  await setReadOnly(true);

  const during = await packagesToPublish(platform, author);
  const answers = await publishAll(during);
  const reads = await Promise.all(before.map(({ read }) => read()));

  expect(answers).toEqual(['cargo 503', 'npm 503', 'pypi 503', 'rubygems 503', 'composer 503']);
  expect(reads).toEqual([200, 200, 200, 200, 200]);
  await eventually(async () => expect(await statusOf('/readiness')).toBe('503 for ever'));
  expect(await statusOf('/readiness/serving')).toBe('200');

  await setReadOnly(false);
  await eventually(async () => expect(await statusOf('/readiness')).toBe('200'));
  expect(await publishAll(during)).toEqual(published);
});

test('a promoted standby takes over, and nothing acknowledged is lost', async () => {
  const acknowledged: TriedPublish[] = [];
  const answers = new Set<string>();
  const over = new AbortController();
  const publishing = (async () => {
    while (!over.signal.aborted) {
      for (const each of await packagesToPublish(platform, author)) {
        const status = await each.publish();
        answers.add(status);
        if (status.startsWith('20')) acknowledged.push(each);
      }
    }
  })();
  publishing.catch(() => undefined);
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(5), { withinMs: 30_000 });
  const earlier = acknowledged.length;

  await platform.postgres.kill();
  await standby.promote();
  const promotedAt = performance.now();
  const all = await packagesToPublish(platform, author);
  await eventually(async () => expect(await publishAll(all)).toContain('cargo 200'), { withinMs: 15_000 });
  const seconds = (performance.now() - promotedAt) / 1_000;
  await eventually(async () => expect(await statusOf('/readiness')).toBe('200'));
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(earlier + 5), { withinMs: 30_000 });
  over.abort();
  await publishing;

  // the limit that docs/OPERATIONS.md names
  expect(seconds).toBeLessThan(10);
  expect([...answers].filter((status) => !/^(?:20[012]|503|409)$/.test(status))).toEqual([]);
  for (const { read } of acknowledged) await eventually(async () => expect(await read()).toBe(200));
});

test('every history replays', () => assertReplays(platform.temporal));

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const { postgres } = platform;
  const value = isReadOnly ? 'on' : 'off';
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    await client.query(`alter system set default_transaction_read_only = ${value}`);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
}
