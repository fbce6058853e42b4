import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate } from '../support/crates.ts';
import { holdLock, type HeldLock, query } from '../support/database.ts';
import { listFindings, resolveFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { findHeld, judge, manage } from '../support/held-release.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
let owner: TestUser;
beforeAll(async () => {
  platform = await startPackagePlatform();
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

/** A visible crate with a credential that its owner approved, and without the stored finding. */
async function publishForgotten(): Promise<Crate> {
  const crate = await makeSuspiciousCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(202);
  await resolveFindings(platform, crate);
  expect(await judge(platform, owner, crate, 'approve')).toMatchObject({ status: 200 });
  await query(
    platform.databaseUrl,
    'delete from findings using packages where packages.id = findings.package_id and packages.name = $1',
    [crate.name],
  );
  return crate;
}

async function askForRescan(crate: Crate): Promise<string> {
  const path = `/packages/cargo/${crate.name}/releases/${crate.version}/rescan`;
  const { status, body } = await manage(platform, owner.session, path, {});
  expect(status).toBe(202);
  return String(body['job_id']);
}

async function jobOf(id: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${platform.url}/v1/admin/jobs/${id}`, {
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  return (await response.json()) as Record<string, unknown>;
}

const untilEnded = (id: string, status: string) =>
  eventually(async () => expect(await jobOf(id)).toMatchObject({ status }), { withinMs: 60_000 });

async function expectHeldOnce(crate: Crate): Promise<void> {
  const { state, reason, audit } = (await findHeld(platform, crate)) ?? {};
  expect({ state, reason }).toEqual({ state: 'quarantine', reason: 'blocked_by_findings' });
  // the publish itself was held once
  expect(audit?.filter((entry) => entry.startsWith('release_hold'))).toHaveLength(2);
}

const locks: [string, 'scanner' | 'worker', (crate: Crate) => Promise<HeldLock>][] = [
  [
    'a scanner that is killed while it writes what it found',
    'scanner',
    () => holdLock(platform.databaseUrl, 'lock table release_scans in exclusive mode'),
  ],
  [
    'a worker that is killed while it hides the release',
    'worker',
    ({ name }) =>
      holdLock(platform.databaseUrl, `select from packages where packages.name = '${name}' for update`),
  ],
];

test.each(locks)('%s: another one goes on, and the release is held once', async (_title, role, lockFor) => {
  const crate = await publishForgotten();
  const lock = await lockFor(crate);
  const job = await askForRescan(crate);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles[role].kill();
  await lock.release();
  platform.roles[role] = await platform.roles[role].restart();

  await untilEnded(job, 'completed');
  await expectHeldOnce(crate);
  expect(await listFindings(platform, crate)).toHaveLength(1);
});

test('a rescan that was accepted without a worker is done once there is one', async () => {
  const crate = await publishForgotten();
  await platform.roles.worker.kill();

  const job = await askForRescan(crate);
  expect(await jobOf(job)).toMatchObject({ status: 'pending', attempts: 1, completed_at: null });
  expect(await askForRescan(crate)).toBe(job);
  platform.roles.worker = await platform.roles.worker.restart();

  await untilEnded(job, 'completed');
  await expectHeldOnce(crate);
});

test('a scanner that gets through nothing leaves the release visible and says so; a retry after the repair takes it back', async () => {
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });

  const job = await askForRescan(crate);
  await untilEnded(job, 'dead');

  expect(await jobOf(job)).toMatchObject({ can_retry: true, last_error: expect.stringContaining('longer') });
  expect(await findHeld(platform, crate)).toMatchObject({ state: 'published' });
  expect(await listFindings(platform, crate)).toEqual([{ scanner: 'rescan/1', is_resolved: false }]);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });
  const again = await fetch(`${platform.url}/v1/admin/jobs/${job}/retry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  const { job: repeated } = (await again.json()) as { job: { id: string } };
  await untilEnded(repeated.id, 'completed');
  expect(await listFindings(platform, crate)).toEqual([{ scanner: 'rescan/1', is_resolved: true }]);
});

test('one that is cancelled ends as such', async () => {
  const crate = await makeCrate();
  expect((await publishCrate(platform, crate, owner.token)).status).toBe(200);
  const lock = await holdLock(platform.databaseUrl, 'lock table release_scans in exclusive mode');
  const job = await askForRescan(crate);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  const cancelled = await fetch(`${platform.url}/v1/admin/jobs/${job}/cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${platform.adminToken}` },
  });
  expect(cancelled.status).toBe(202);
  await lock.release();

  await untilEnded(job, 'cancelled');
  expect(await findHeld(platform, crate)).toMatchObject({ state: 'published' });
});

test('every history replays', () => assertReplays(platform.temporal));
