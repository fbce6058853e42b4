import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { type HeldLock, holdLock } from '../support/database.ts';
import { decide, resolveFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import {
  expectInvisible,
  expectNothingStaged,
  expectWhollyAbsent,
  expectWhollyVisible,
  passMinute,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { describeRuns, openWorkflows, publishId, runNow } from '../support/workflows.ts';
import { approval } from '../support/reviewing.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({}, { ownTemporal: true });
});
afterAll(() => platform?.stop());

async function hold(): Promise<Crate> {
  const crate = await makeSuspiciousCrate();
  const answer = await publishCrate(platform, crate);
  expect(answer).toMatchObject({ status: 202, text: expect.stringContaining('held for review') });
  return crate;
}

/** Starts a publish that waits in its scan until the lock is released. */
async function startAndStop(): Promise<{
  crate: Crate;
  lock: HeldLock;
  answer: Promise<{ status: number }>;
}> {
  const crate = await makeCrate();
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answer = publishCrate(platform, crate);
  await eventually(async () => expect(await lock.waiting()).toBe(1));
  return { crate, lock, answer };
}

test('a held release is invisible until its findings are resolved and it is looked at again', async () => {
  const crate = await hold();
  await expectInvisible(platform, crate);

  await decide(platform, crate, 'recheck');
  await decide(platform, crate, 'approve');
  await expectInvisible(platform, crate);
  expect(await describeRuns(platform.temporal, publishId(crate))).toEqual({ status: 'RUNNING', runs: 1 });
  await resolveFindings(platform, crate);
  await decide(platform, crate, 'recheck');

  await expectWhollyVisible(platform, crate);
});

test('a rejected release stays invisible and its version is free again', async () => {
  const crate = await hold();

  await decide(platform, crate, 'reject');

  await eventually(async () =>
    expect((await describeRuns(platform.temporal, publishId(crate))).status).toBe('COMPLETED'),
  );
  await expectInvisible(platform, crate);
  const clean = await makeCrate({ name: crate.name });
  expect(await publishCrate(platform, clean)).toMatchObject({ status: 200 });
  await expectWhollyVisible(platform, clean);
});

test('a cancelled held release is withdrawn wholly', async () => {
  const crate = await hold();
  await using client = openWorkflows(platform.temporal);

  await client.workflow.getHandle(publishId(crate)).cancel();

  await expectWhollyAbsent(platform, crate);
  await eventually(async () =>
    expect((await describeRuns(platform.temporal, publishId(crate))).status).toBe('CANCELLED'),
  );
});

test('a publish that is cancelled during its scan is withdrawn wholly and its client learns of it', async () => {
  const { crate, lock, answer } = await startAndStop();
  await using client = openWorkflows(platform.temporal);

  await client.workflow.getHandle(publishId(crate)).cancel();
  await lock.release();

  expect((await answer).status).toBe(500);
  await expectWhollyAbsent(platform, crate);
});

test('a terminated publish is started again by the reconciler', async () => {
  const { crate, lock, answer } = await startAndStop();
  await using client = openWorkflows(platform.temporal);

  await client.workflow.getHandle(publishId(crate)).terminate('by the test');
  await lock.release();
  expect((await answer).status).toBeGreaterThanOrEqual(500);
  await passMinute(platform);
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ restarted: 1 });

  await expectWhollyVisible(platform, crate);
});

test('the client of a terminated publish may also try again at once, with other bytes', async () => {
  const { crate, lock, answer } = await startAndStop();
  await using client = openWorkflows(platform.temporal);
  const again = await makeCrate({ name: crate.name });

  await client.workflow.getHandle(publishId(crate)).terminate('by the test');
  await lock.release();
  await answer;
  expect(await publishCrate(platform, again)).toMatchObject({ status: 200 });

  await expectWhollyVisible(platform, again);
});

async function manage(crate: Crate, verb: 'hold' | 'approve'): Promise<Response> {
  const url = `${platform.url}/v1/packages/cargo/${crate.name}/releases/${crate.version}`;
  const reason = { reason: 'looked at' };
  const body = verb === 'approve' ? await approval(url, platform.adminToken, reason) : reason;
  return fetch(`${url}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The release has no workflow: the reconciler starts one, after which decisions take effect. */
async function expectToComeBack(crate: Crate): Promise<void> {
  await passMinute(platform);
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ restarted: 1 });
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ restarted: 0 });
  await expectInvisible(platform, crate);
  // the API needs some seconds to reconnect to the service
  await eventually(async () => expect((await manage(crate, 'approve')).status).toBe(200), {
    withinMs: 30_000,
  });
  await eventually(async () =>
    expect((await readIndex(platform, crate.name)).get(crate.version)).toBe(crate.sha256),
  );
}

test('a hold whose workflow was terminated is carried on by the reconciler', async () => {
  const crate = await makeCrate();
  await publishWholly(platform, crate);
  expect((await manage(crate, 'hold')).status).toBe(200);
  await using client = openWorkflows(platform.temporal);

  await client.workflow.getHandle(publishId(crate)).terminate('by the test');

  await expectToComeBack(crate);
});

test('a release is hidden at once although the workflow service is away, and carried when it is back', async () => {
  const crate = await makeCrate();
  await publishWholly(platform, crate);
  await platform.temporal.kill();

  expect((await manage(crate, 'hold')).status).toBe(200);

  await expectInvisible(platform, crate);
  await platform.temporal.restart();
  await expectToComeBack(crate);
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
