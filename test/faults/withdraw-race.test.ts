import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { listJobsOf } from '../support/jobs.ts';
import { expectNothingStaged, expectWhollyVisible } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { openWorkflows, publishId } from '../support/workflows.ts';

/** A busy machine starts a step late. */
const patience = { withinMs: 60_000 };

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform();
});
afterAll(() => platform?.stop());

/** The number of transactions that wait for the row of a package. */
async function countQueue(): Promise<number> {
  const rows = await query(
    platform.databaseUrl,
    `select pid from pg_stat_activity
     where wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')`,
  );
  return rows.length;
}

test('a withdrawal that a new publish of the version meets takes nothing of it', async () => {
  const crate = await makeCrate();
  const again = await makeCrate({ name: crate.name });
  const scan = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  onTestFinished(() => scan.release());
  const answer = publishCrate(platform, crate);
  await eventually(async () => expect(await scan.waiting()).toBe(1));
  const gate = await holdLock(platform.databaseUrl, 'select from packages where name = $1 for update', [
    crate.name,
  ]);
  onTestFinished(() => gate.release());
  await using client = openWorkflows(platform.temporal);
  const first = client.workflow.getHandle(publishId(crate));

  await first.cancel();
  await eventually(async () => expect(await countQueue()).toBe(1), patience);
  await first.terminate('by the test, in the middle of the withdrawal');
  expect((await answer).status).toBeGreaterThanOrEqual(500);
  const next = publishCrate(platform, again);
  await eventually(async () => expect(await countQueue()).toBe(2), patience);
  await gate.release();
  await scan.release();

  expect((await next).status).toBeLessThan(300);
  await expectWhollyVisible(platform, again);
  expect((await listJobsOf(platform, 'publish_release', publishId(crate)))[0]).toMatchObject({
    status: 'completed',
    lastError: null,
  });
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
