import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { findHeld, judge, stageCrate } from '../support/held-release.ts';
import { listJobsOf } from '../support/jobs.ts';
import { expectWhollyVisible } from '../support/publish-outcome.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { publishId } from '../support/workflows.ts';

let platform: CombinedPlatform;
let alice: TestUser;
beforeAll(async () => {
  platform = await startCombinedPlatform();
  alice = await platform.createUser('alice');
});
afterAll(() => platform?.stop());

async function read(path: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  return (await (await fetch(`${platform.url}${path}`, { headers })).json()) as Record<string, unknown>;
}

async function waitingJob(crate: Crate): Promise<Record<string, unknown> | undefined> {
  const { jobs } = (await read('/v1/admin/jobs?state=waiting')) as { jobs: Record<string, unknown>[] };
  return jobs.find(({ workflow_id: id }) => id === publishId(crate));
}

test('a job whose release is held waits, says what for, and is in no queue', async () => {
  const blocked = await makeSuspiciousCrate();
  expect(await publishCrate(platform, blocked, alice.token)).toMatchObject({ status: 202 });
  const staged = await stageCrate(platform, alice);

  await eventually(async () =>
    expect(await waitingJob(blocked)).toMatchObject({
      kind: 'publish_release',
      status: 'waiting',
      waits_for: 'blocked_by_findings',
      recovery_hint: expect.stringContaining('findings'),
      can_retry: false,
      completed_at: null,
    }),
  );
  expect(await waitingJob(staged)).toMatchObject({ status: 'waiting', waits_for: 'awaiting_approval' });
  const { summary } = (await read('/v1/admin/jobs')) as { summary: { by_status: Record<string, number> } };
  expect(summary.by_status['waiting']).toBe(2);
  expect(summary.by_status['running']).toBeUndefined();
  expect(await read('/v1/stats')).toMatchObject({ job_queue_pending: 0 });
});

test('a decision ends the waiting: approved and published, rejected and over', async () => {
  const [published, rejected] = [await stageCrate(platform, alice), await stageCrate(platform, alice)];
  const jobsOf = (crate: Crate) => listJobsOf(platform, 'publish_release', publishId(crate));
  await eventually(async () => expect(await waitingJob(rejected)).toBeTruthy());

  expect(await judge(platform, alice, published, 'approve')).toMatchObject({ status: 200 });
  expect(await judge(platform, alice, rejected, 'reject')).toMatchObject({ status: 200 });

  await eventually(async () => {
    expect(await findHeld(platform, published)).toMatchObject({ state: 'published' });
    expect(await jobsOf(published)).toMatchObject([{ status: 'completed', waitsFor: null }]);
    expect(await jobsOf(rejected)).toMatchObject([{ status: 'completed', waitsFor: null }]);
  });
});

test('a publish that an operator cancels takes its release away; a hold ends with a decision alone', async () => {
  const [waiting, hidden] = [await stageCrate(platform, alice), await makeCrate()];
  expect(await publishCrate(platform, hidden, alice.token)).toMatchObject({ status: 200 });
  await expectWhollyVisible(platform, hidden);
  expect(await judge(platform, alice, hidden, 'hold')).toMatchObject({ status: 200 });
  const cancel = async (crate: Crate) => {
    const job = await eventually(async () => {
      const found = await waitingJob(crate);
      expect(found).toBeTruthy();
      return found;
    });
    const headers = { authorization: `Bearer ${platform.adminToken}` };
    const url = `${platform.url}/v1/admin/jobs/${String(job?.['id'])}/cancel`;
    return (await fetch(url, { method: 'POST', headers })).status;
  };

  expect(await cancel(waiting)).toBe(202);
  expect(await cancel(hidden)).toBe(409);

  await eventually(async () => {
    expect(await listJobsOf(platform, 'publish_release', publishId(waiting))).toMatchObject([
      { status: 'cancelled' },
    ]);
    expect(
      await query(platform.databaseUrl, 'select id from releases where workflow_id = $1', [
        publishId(waiting),
      ]),
    ).toEqual([]);
  });
  expect(await judge(platform, alice, hidden, 'approve')).toMatchObject({ status: 200 });
});

test.each([
  // the running workflow may continue, or a new one starts
  ['at once', async () => {}],
  ['later', (crate: Crate) => expectWhollyVisible(platform, crate)],
])('a release that is hidden %s has a job that waits as well', async (_when, published) => {
  const crate = await makeCrate();
  expect(await publishCrate(platform, crate, alice.token)).toMatchObject({ status: 200 });
  await published(crate);
  expect(await judge(platform, alice, crate, 'hold')).toMatchObject({ status: 200 });

  await eventually(async () =>
    expect(await waitingJob(crate)).toMatchObject({ status: 'waiting', waits_for: 'policy_hold' }),
  );
  expect(await judge(platform, alice, crate, 'approve')).toMatchObject({ status: 200 });

  await eventually(async () => {
    expect(await findHeld(platform, crate)).toMatchObject({ state: 'published' });
    const jobs = await query(
      platform.databaseUrl,
      'select distinct status, waits_for from jobs where workflow_id = $1',
      [publishId(crate)],
    );
    expect(jobs).toEqual([{ status: 'completed', waits_for: null }]);
  });
});

test('every history replays', () => assertReplays(platform.temporal));
