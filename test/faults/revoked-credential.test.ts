import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Coordinates, mavenRequests, newCoordinates } from '../integration/maven/requests.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { expectNothingStaged, expectWhollyVisible, passMinute } from '../support/publish-outcome.ts';
import { publishSteps } from '../support/publish-steps.ts';
import { assertReplays } from '../support/replay.ts';
import { runNow } from '../support/workflows.ts';

let platform: PackagePlatform;
let maven: ReturnType<typeof mavenRequests>;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '2000' });
  maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
});
afterAll(() => platform?.stop());

async function newToken({ session }: TestUser): Promise<{ token: string; revoke(): Promise<number> }> {
  const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'stolen', scopes: ['packages:write'] });
  const made = await fetch(`${platform.url}/v1/tokens`, { method: 'POST', headers, body });
  const { id, token } = (await made.json()) as { id: string; token: string };
  const revoke = async () =>
    (
      await fetch(`${platform.url}/v1/tokens/${id}`, {
        method: 'DELETE',
        headers: { authorization: headers.authorization },
      })
    ).status;
  return { token, revoke };
}

const nameOf = ({ group, artifact }: Coordinates) => `${group}:${artifact}`;
const jobOf = (name: string, version: string) =>
  query(
    platform.databaseUrl,
    `select status, last_error from jobs
     where kind = 'publish_release' and payload ->> 'name' = $1 and payload ->> 'version' = $2
     order by scheduled_at desc limit 1`,
    [name, version],
  );
const withdrawn = [{ status: 'failed', last_error: expect.stringContaining('the token "stolen"') }];
const isVisible = async ({ name, version }: Crate) =>
  (await fetch(`${platform.url}/cargo/api/v1/crates/${name}/${version}/download`)).status === 200;

test('a worker that dies between a revocation and what follows of it: a draft whose time has come stays hidden', async () => {
  const user = await platform.createUser();
  const { token, revoke } = await newToken(user);
  const at = newCoordinates();
  expect((await maven.putFile(at, '.jar', token, 'jar')).status).toBe(201);
  expect((await maven.putPom(at, token)).status).toBe(201);
  await eventually(async () => expect(await jobOf(nameOf(at), at.version)).toHaveLength(1));

  await platform.roles.worker.kill();
  expect(await revoke()).toBe(200);
  await query(
    platform.databaseUrl,
    `update drafts set touched_at = now() - interval '2 days', idle_seconds = 1
     where release_id in (select releases.id from releases join packages on packages.id = releases.package_id
       where packages.name = $1)`,
    [nameOf(at)],
  );
  platform.roles.worker = await platform.roles.worker.restart();

  await eventually(async () => expect(await jobOf(nameOf(at), at.version)).toEqual(withdrawn), {
    withinMs: 120_000,
  });
  expect((await maven.ask(maven.fileOf(at, '.jar'))).status).toBe(404);
}, 300_000);

test('a publish that dies while it becomes visible is asked again: a token that was revoked by then publishes nothing', async () => {
  const user = await platform.createUser();
  const first = await makeCrate();
  // on a busy machine the answer may be 202 before the receipt
  expect([200, 202]).toContain((await publishCrate(platform, first, user.token)).status);
  await expectWhollyVisible(platform, first);
  const { token, revoke } = await newToken(user);
  const crate = await makeCrate({ name: first.name, version: '1.1.0' });
  const [row] = await query<{ path: string }>(
    platform.databaseUrl,
    "select path from documents where ecosystem = 'cargo' and path like '%/' || $1",
    [first.name.toLowerCase()],
  );
  const held = {
    ecosystem: 'cargo',
    name: first.name,
    sha256: crate.sha256,
    document: row?.path ?? '',
  } as const;
  const lock = await holdLock(platform.databaseUrl, ...publishSteps.publish(held));
  const answer = publishCrate(platform, crate, token);
  await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0), { withinMs: 60_000 });

  // the publish has checked the credential and keeps it locked: the revocation waits
  const revoked = revoke();
  await platform.roles.worker.kill();
  await lock.release();
  expect(await revoked).toBe(200);
  await answer.catch(() => undefined);
  expect(await isVisible(crate)).toBe(false);
  platform.roles.worker = await platform.roles.worker.restart();
  await passMinute(platform);
  await eventually(() => runNow(platform.temporal, 'reconcileReleases'));

  await eventually(async () => expect(await jobOf(crate.name, crate.version)).toEqual(withdrawn), {
    withinMs: 120_000,
  });
  expect(await isVisible(crate)).toBe(false);
  expect(await isVisible(first)).toBe(true);
}, 300_000);

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
