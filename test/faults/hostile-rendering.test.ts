import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listJobsOf } from '../support/jobs.ts';
import {
  expectInvisible,
  expectWhollyVisible,
  passMinute,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { publishId, runNow } from '../support/workflows.ts';

const behaviours = ['throws', 'loops', 'hoards'] as const;

let folder: string;
let platform: PackagePlatform;
let mallory: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-hostile-'));
  const double = pathToFileURL(join(import.meta.dirname, '../support/hostile-rendering.ts'));
  platform = await startPackagePlatform({
    NODE_OPTIONS: `--import=${double.href}`,
    HOSTILE_RENDERING: folder,
    RENDER_TIMEOUT_MS: '3000',
    RENDER_MEMORY_MB: '128',
  });
  ({ token: mallory } = await platform.createUser());
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const arm = (behaviour: string) => writeFile(join(folder, behaviour), '');
const disarm = (behaviour: string) => rm(join(folder, behaviour));

/** Publishes other packages, one after the other, until `hostile` has ended. Returns their number. */
async function publishBeside(hostile: Promise<unknown>): Promise<number> {
  const ended = hostile.then(() => true);
  const stillRuns = () => Promise.race([ended, Promise.resolve(false)]).then((hasEnded) => !hasEnded);
  let count = 0;
  do {
    await publishWholly(platform, await makeCrate());
    count += 1;
  } while (await stillRuns());
  return count;
}

async function readRelease({ name, version }: Crate): Promise<object> {
  const response = await fetch(`${platform.url}/v1/packages/cargo/${name}/releases/${version}`, {
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  return (await response.json()) as object;
}

async function listJobs(search: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${platform.url}/v1/admin/jobs?${search}`, {
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  return ((await response.json()) as { jobs: Record<string, unknown>[] }).jobs;
}

test.each(behaviours)(
  'an index whose rendering %s holds its release alone, and is rendered once it can be',
  async (behaviour) => {
    const name = uniqueName(`documents-${behaviour}`);
    const earlier = await makeCrate({ name });
    expect(await publishCrate(platform, earlier, mallory)).toMatchObject({ status: 200 });
    await arm(behaviour);
    const crate = await makeCrate({ name, version: '1.0.1' });
    let answer: Answer | undefined;
    const hostile = publishCrate(platform, crate, mallory).then((given) => (answer = given));

    expect(await publishBeside(hostile)).toBeGreaterThanOrEqual(1);

    expect(answer).toMatchObject({ status: 202 });
    await eventually(async () =>
      expect(await readRelease(crate)).toMatchObject({
        status: 'quarantine',
        status_reason: 'render_failed',
      }),
    );
    await expectInvisible(platform, crate);
    expect(await readIndex(platform, name)).toEqual(new Map([['1.0.0', earlier.sha256]]));
    const job = (await listJobs('state=waiting')).find(({ workflow_id: id }) => id === publishId(crate));
    expect(job).toMatchObject({ status: 'waiting', waits_for: 'render_failed' });
    expect(job?.['last_error']).toContain("can't be rendered");
    await disarm(behaviour);
    await query(
      platform.databaseUrl,
      `update jobs set updated_at = updated_at - interval '1 day' where workflow_id = $1`,
      [publishId(crate)],
    );
    await passMinute(platform);
    await runNow(platform.temporal, 'reconcileReleases');

    await expectWhollyVisible(platform, crate);
    expect(await listJobsOf(platform, 'publish_release', publishId(crate))).toMatchObject([
      { status: 'completed', lastError: null },
    ]);
  },
);

test.each(behaviours)(
  'an entry of the search whose rendering %s is left out, and made after the next change',
  async (behaviour) => {
    await arm(behaviour);
    const crate = await makeCrate({ name: uniqueName(`search-${behaviour}`) });

    expect(await publishCrate(platform, crate, mallory)).toMatchObject({ status: 200 });
    const parked = async () =>
      (await listJobs('kind=index_package')).find(
        ({ payload }) => (payload as { name: string }).name === crate.name,
      );
    expect(
      await publishBeside(eventually(async () => expect(await parked()).toBeTruthy(), { withinMs: 60_000 })),
    ).toBeGreaterThanOrEqual(1);

    const job = await parked();
    expect(job).toMatchObject({ status: 'failed', can_retry: true });
    expect(job?.['last_error']).toContain("can't be rendered");
    await eventually(async () =>
      expect(await listJobsOf(platform, 'publish_release', publishId(crate))).toMatchObject([
        { status: 'completed' },
      ]),
    );
    await disarm(behaviour);
    const next = await makeCrate({ name: crate.name, version: '1.0.1' });
    expect(await publishCrate(platform, next, mallory)).toMatchObject({ status: 200 });
    await expectWhollyVisible(platform, next);
    await eventually(
      async () => expect(await parked()).toMatchObject({ status: 'completed', last_error: null }),
      { withinMs: 60_000 },
    );
  },
);

test('the processes that were there before are there still', async () => {
  for (const role of Object.values(platform.roles)) {
    expect(await Promise.race([role.ended.then(() => 'ended'), Promise.resolve('runs')])).toBe('runs');
  }
});

test('every history replays', () => assertReplays(platform.temporal));
