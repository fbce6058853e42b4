import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { browse, type Seen } from '../support/portal/browse.ts';
import { expectNothingStaged, expectWhollyVisible, publishWholly } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
let crate: Crate;
let held: Crate;
let page: Seen;

beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '3000' }, { ownPostgres: true });
  const first = await makeCrate({ name: uniqueName('database') });
  await publishWholly(platform, first);
  crate = await makeCrate({ name: first.name, version: '1.1.0' });
  held = await makeCrate();
  const documents = await holdLock(
    platform.databaseUrl,
    "select from documents where ecosystem = 'cargo' and path like '%/' || $1 for update",
    [crate.name],
  );
  const answer = publishCrate(platform, crate);
  await eventually(async () => expect(await documents.waiting()).toBe(1));

  const reader = browse(platform.url);
  const username = uniqueName('reader');
  const password = 'violet mango 4417 tram';
  await reader.submit(await reader.get('/register'), {
    username,
    email: `${username}@example.com`,
    password,
  });

  await platform.postgres.kill();

  const lost = publishCrate(platform, held);
  page = await reader.get('/account');
  await documents.release();
  expect((await lost).status).toBeGreaterThanOrEqual(500);
  await platform.postgres.restart();
  await answer;
});
afterAll(() => platform?.stop());

test('the publishing transaction that died with the server is done again, whole and once', () =>
  expectWhollyVisible(platform, crate));

test('a publish that was refused while the database was away succeeds afterwards', async () => {
  await eventually(async () => expect((await fetch(`${platform.url}/readiness`)).status).toBe(200));

  await publishWholly(platform, held);
});

test('a reader with a session gets a page that says so', () => {
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('<h1>');
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
