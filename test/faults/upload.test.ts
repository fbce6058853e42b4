import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import {
  expectNothingStaged,
  expectWhollyAbsent,
  expectWhollyVisible,
  listUnfinishedFiles,
} from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { startSlowUpload } from '../support/slow-upload.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform();
});
afterAll(() => platform?.stop());

/** A crate too large for the buffers on its way. */
function makeLargeCrate(): Promise<Crate> {
  return makeCrate({ files: { 'src/lib.rs': `// ${randomBytes(3_000_000).toString('hex')}\n` } });
}

test('an upload that its client cuts in half leaves nothing, at once', async () => {
  const crate = await makeLargeCrate();
  const upload = startSlowUpload(platform, crate.body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).toHaveLength(1));

  upload.cut();

  await eventually(async () => expect(await listUnfinishedFiles(platform)).toEqual([]));
  await expectWhollyAbsent(platform, crate);
  expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });
});

test('an api that is killed in the middle of an upload leaves nothing that the cleaner does not find', async () => {
  const crate = await makeLargeCrate();
  const upload = startSlowUpload(platform, crate.body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).toHaveLength(1));

  await platform.roles.api.kill();
  await upload.gone;
  platform.roles.api = await platform.roles.api.restart();

  expect(await listUnfinishedFiles(platform)).toHaveLength(1);
  await expectNothingStaged(platform);
  await expectWhollyAbsent(platform, crate);
});

test('an api that is killed after the upload and before it could start a workflow: absent, cleaned, free to come again', async () => {
  const crate = await makeCrate();
  const lock = await holdLock(platform.databaseUrl, 'lock table uploads in exclusive mode');
  const answer = publishCrate(platform, crate).catch(() => 'cut off');
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.api.kill();
  await lock.release();
  platform.roles.api = await platform.roles.api.restart();

  expect(await answer).toBe('cut off');
  await expectWhollyAbsent(platform, crate);
  expect(await listUnfinishedFiles(platform)).toHaveLength(1);
  await expectNothingStaged(platform);
  expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });
  await expectWhollyVisible(platform, crate);
});

test('an api that is killed before the receipt: the publish ends without it', async () => {
  const crate = await makeCrate();
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answer = publishCrate(platform, crate).catch(() => 'cut off');
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.api.kill();
  await lock.release();
  platform.roles.api = await platform.roles.api.restart();

  expect(await answer).toBe('cut off');
  await expectWhollyVisible(platform, crate);
});

test('an upload of which nothing more comes is given up, and nothing of it stays', async () => {
  await platform.roles.api.stop();
  platform.roles.api = await platform.roles.api.restart({ BODY_IDLE_MS: '1000' });
  const crate = await makeLargeCrate();
  const upload = startSlowUpload(platform, crate.body);
  await eventually(async () => expect(await listUnfinishedFiles(platform)).toHaveLength(1));

  await upload.gone;

  await eventually(async () => expect(await listUnfinishedFiles(platform)).toEqual([]));
  await expectWhollyAbsent(platform, crate);
  expect(await publishCrate(platform, crate)).toMatchObject({ status: 200 });
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
