import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { decide, listFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { expectInvisible, expectNothingStaged, expectWhollyVisible } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '1000' });
});
afterAll(() => platform?.stop());

async function readState(crate: Crate): Promise<object | undefined> {
  const [row] = await query(
    platform.databaseUrl,
    `select releases.state, releases.status_reason as reason
     from releases join packages on packages.id = releases.package_id where packages.name = $1`,
    [crate.name],
  );
  return row;
}

test('a scanner that is killed while it scans: another one scans again and the publish ends by itself', async () => {
  const crate = await makeCrate();
  const lock = await holdLock(platform.databaseUrl, 'lock table release_metadata in exclusive mode');
  const answer = publishCrate(platform, crate);
  await eventually(async () => expect(await lock.waiting()).toBe(1));

  await platform.roles.scanner.kill();
  await lock.release();

  expect(await answer).toMatchObject({
    status: 202,
    text: expect.stringContaining('still being checked: http'),
  });
  expect(await readState(crate)).toEqual({ state: 'scanning', reason: null });
  await expectInvisible(platform, crate);
  platform.roles.scanner = await platform.roles.scanner.restart();
  await expectWhollyVisible(platform, crate);
});

test('a scan that fails every time holds the release, and a look after the repair publishes it', async () => {
  const crate = await makeCrate();
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });

  expect(await publishCrate(platform, crate)).toMatchObject({ status: 202 });
  await eventually(async () =>
    expect(await readState(crate)).toEqual({ state: 'quarantine', reason: 'scan_failed' }),
  );
  await expectInvisible(platform, crate);
  expect(await listFindings(platform, crate)).toEqual([{ scanner: 'scanner/1', is_resolved: false }]);
  await decide(platform, crate, 'approve');
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });

  await expectWhollyVisible(platform, crate);
  expect(await listFindings(platform, crate)).toEqual([{ scanner: 'scanner/1', is_resolved: true }]);
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
