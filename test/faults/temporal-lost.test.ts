import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { decide, listFindings, resolveFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import {
  expectInvisible,
  expectNothingStaged,
  expectVisible,
  expectWhollyVisible,
  passMinute,
  publishWholly,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { describeRuns, publishId } from '../support/workflows.ts';

let platform: PackagePlatform;
let held: Crate;
let scanning: Crate;
let published: Crate;

beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '1000' }, { ownTemporal: true });
  held = await makeSuspiciousCrate();
  expect(await publishCrate(platform, held)).toMatchObject({ status: 202 });
  // the request may have reached its deadline before the findings were stored
  await eventually(async () => expect(await listFindings(platform, held)).not.toEqual([]));
  const first = await makeCrate({ name: uniqueName('unsearched') });
  await publishWholly(platform, first);
  published = await makeCrate({ name: first.name, version: '1.0.1' });
  const unsearched = first.name.replaceAll('-', '_');
  const search = await holdLock(
    platform.databaseUrl,
    'select from search_documents where name_key = $1 for update',
    [unsearched],
  );
  const unheard = publishCrate(platform, published);
  await eventually(async () => expect(await search.waiting()).toBe(1));
  scanning = await makeCrate();
  const scan = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  expect(await publishCrate(platform, scanning)).toMatchObject({ status: 202 });
  await eventually(async () => expect(await scan.waiting()).toBe(1));

  await platform.temporal.kill();
  await Promise.all([platform.roles.worker.kill(), platform.roles.scanner.kill()]);
  await Promise.all([search.release(), scan.release()]);
  await unheard;
  await platform.temporal.restartEmpty();
  await passMinute(platform);
  platform.roles.scanner = await platform.roles.scanner.restart();
  platform.roles.worker = await platform.roles.worker.restart();
});
afterAll(() => platform?.stop());

test('the release that was being scanned is published by a new workflow', () =>
  expectWhollyVisible(platform, scanning));

test('the held release is held again, by a workflow that listens', async () => {
  await eventually(async () =>
    expect((await describeRuns(platform.temporal, publishId(held))).status).toBe('RUNNING'),
  );
  await expectInvisible(platform, held);

  await resolveFindings(platform, held);
  await decide(platform, held, 'approve');

  await expectWhollyVisible(platform, held);
});

test('the release that was published and not yet searchable becomes so, and its job is closed', () =>
  expectVisible(platform, published));

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
