import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { packagesToPublish } from '../support/every-publish.ts';
import { pgbouncerBinary, pgbouncerMissing, startPgBouncer } from '../support/pgbouncer.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { isSkipped } from '../support/tool.ts';

describe.skipIf(isSkipped(pgbouncerBinary, pgbouncerMissing))('through a pooler', () => {
  let platform: PackagePlatform;
  beforeAll(async () => {
    platform = await startPackagePlatform(
      {},
      {
        async reach({ url, server }) {
          const { through, stop } = await startPgBouncer(server.port);
          return { environment: { DATABASE_URL: through(url), DATABASE_DIRECT_URL: url }, stop };
        },
      },
    );
  });
  afterAll(() => platform?.stop());

  test('three processes that share four connections publish and read in five ecosystems', async () => {
    const author = await platform.createUser();
    for (let round = 0; round < 4; round += 1) {
      const packages = (
        await Promise.all(Array.from({ length: 3 }, () => packagesToPublish(platform, author)))
      ).flat();

      const published = await Promise.all(
        packages.map(async ({ ecosystem, publish }) => `${ecosystem} ${await publish()}`),
      );
      const reads = await Promise.all(
        packages.flatMap(({ read }) => Array.from({ length: 4 }, () => read())),
      );

      const isSuccess = /^(?:cargo|npm|pypi|rubygems) 20[01]$|^composer 201$/;
      expect(published.filter((answer) => !isSuccess.test(answer))).toEqual([]);
      expect(reads.filter((status) => status !== 200)).toEqual([]);
    }
  });

  test('what one process changes the caches of another one hear', async () => {
    const ready = await fetch(`${platform.url}/readiness`);
    expect(await ready.json()).toMatchObject({ status: 'ready', database: 'ok' });
    const author = await platform.createUser();
    const [{ read, publish } = { read: async () => 0, publish: async () => '' }] = await packagesToPublish(
      platform,
      author,
    );
    expect(await read()).toBe(404);

    expect(await publish()).toBe('200');

    await eventually(async () => expect(await read()).toBe(200), { withinMs: 1_000 });
  });

  test('every history replays', () => assertReplays(platform.temporal));
});
