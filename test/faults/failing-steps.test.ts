import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { queues } from '../../workflows/definitions.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listJobsOf } from '../support/jobs.ts';
import {
  expectNothingStaged,
  expectWhollyVisible,
  passMinute,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows, publishId, runNow } from '../support/workflows.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '1000' });
});
afterAll(() => platform?.stop());

const run = (statement: string, values: unknown[] = []) => query(platform.databaseUrl, statement, values);

/** Makes these writes fail for rows of the table that meet the condition, until `mend`. */
async function breakWrites(
  table: string,
  condition: string,
  writes = 'insert or update',
): Promise<{ mend(): Promise<unknown> }> {
  const name = `broken_${table}`;
  await run(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'broken by the test'; end $$`);
  await run(`create trigger ${name} before ${writes} on ${table}
    for each row when (${condition}) execute function ${name}()`);
  return { mend: () => run(`drop function ${name} cascade`) };
}

const packageIds = async (crates: Crate[]) =>
  (
    await query<{ id: string }>(platform.databaseUrl, 'select id from packages where name = any($1)', [
      crates.map(({ name }) => name),
    ])
  ).map(({ id }) => id);

test.each([
  ['the worker', 'artifacts', (crate: Crate) => `new.filename = '${crate.name}-1.0.0.crate'`],
  ['the scanner', 'release_metadata', () => 'true'],
  ['the search', 'search_documents', (crate: Crate) => `new.name = '${crate.name}'`],
])(
  'a step of %s that fails says so in its job, and is done when it can be',
  async (_who, table, condition) => {
    const crate = await makeCrate();
    const broken = await breakWrites(table, condition(crate));

    await publishCrate(platform, crate);
    const running = () => listJobsOf(platform, 'publish_release', publishId(crate));
    await eventually(
      async () => {
        const [job] = await running();
        expect(job).toMatchObject({ status: 'running' });
        expect(job?.attempts).toBeGreaterThanOrEqual(2);
        expect(job?.lastError).toBeTruthy();
      },
      { withinMs: 60_000 },
    );
    await broken.mend();

    await expectWhollyVisible(platform, crate);
    expect(await running()).toMatchObject([{ status: 'completed', lastError: null }]);
  },
);

test('one item that fails keeps the reconciler from no other', async () => {
  const lost = await Promise.all([makeSuspiciousCrate(), makeSuspiciousCrate()]);
  for (const crate of lost) expect((await publishCrate(platform, crate)).status).toBe(202);
  const stale = await Promise.all([1, 2].map(() => makeCrate({ name: uniqueName('stale') })));
  for (const crate of stale) await publishWholly(platform, crate);
  const [unprojectable] = stale;
  await using client = openWorkflows(platform.temporal);
  for (const crate of lost) await client.workflow.getHandle(publishId(crate)).terminate('by the test');
  // an invalid workflow id makes the query for the run fail; this release is the first in order
  await run(
    `update releases set workflow_id = repeat('x', 1000), uploaded_at = uploaded_at - interval '1 hour'
     where package_id = any($1)`,
    [await packageIds(lost.slice(0, 1))],
  );
  await run('update packages set revision = revision + 1 where id = any($1)', [await packageIds(stale)]);
  await passMinute(platform);
  await run(`update packages set updated_at = updated_at - interval '1 hour' where name = $1`, [
    unprojectable?.name,
  ]);
  // breaks the projection, not the download counts: those are written at unpredictable times
  const broken = await breakWrites(
    'search_documents',
    `new.name = '${unprojectable?.name}'`,
    'insert or update of revision',
  );

  const outcome = await runNow(platform.temporal, 'reconcileReleases');

  expect(outcome).toMatchObject({ restarted: 1, projected: 1, failed: 2 });
  const [job] = await listJobsOf(platform, 'reconcile_releases');
  expect(job).toMatchObject({ status: 'completed', result: { restarted: 1, projected: 1, failed: 2 } });
  await broken.mend();
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ projected: 1, failed: 1 });
  await run(
    `update releases set workflow_id = $1 where workflow_id = repeat('x', 1000)`,
    lost.slice(0, 1).map(publishId),
  );
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ restarted: 1, failed: 0 });
});

test('maintenance has jobs with its results, also for a run that was terminated', async () => {
  await runNow(platform.temporal, 'cleanExpired');
  const [cleaned] = await listJobsOf(platform, 'cleanup_expired');
  expect(cleaned).toMatchObject({ status: 'completed', lastError: null });
  expect(Object.keys(cleaned?.result ?? {})).toEqual(
    expect.arrayContaining(['sessions', 'uploads', 'blobs']),
  );
  expect(await listJobsOf(platform, 'render_documents')).toMatchObject([
    { status: 'completed', result: { failed: 0 } },
  ]);
  const lock = await holdLock(platform.databaseUrl, 'lock table sessions in access exclusive mode');
  onTestFinished(() => lock.release());
  await using client = openWorkflows(platform.temporal);
  const half = await client.workflow.start('cleanExpired', {
    workflowId: 'clean-half-way',
    taskQueue: queues.publish,
    args: [],
  });
  // the scheduled clean-up may wait beside this one
  await eventually(async () => expect(await lock.waiting()).toBeGreaterThanOrEqual(1));
  const job = async () => (await listJobsOf(platform, 'cleanup_expired', 'clean-half-way'))[0];
  expect(await job()).toMatchObject({ status: 'running' });

  await half.terminate('by the test');
  await lock.release();
  await passMinute(platform);
  await runNow(platform.temporal, 'reconcileReleases');

  expect(await job()).toMatchObject({ status: 'dead', lastError: 'its workflow was gone' });
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
