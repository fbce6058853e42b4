import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { decide, listFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { sendForm } from '../support/nuget.ts';
import { releasePath, reviewClient } from '../support/reviewing.ts';
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

test('a file that joins, and whose scan fails every time, waits on its own and is scanned again for an approval', async () => {
  const id = `Acme.${uniqueName('u')}`;
  const pack = buildNupkg({ id, version: '1.0.0' });
  await eventually(async () =>
    expect([201, 409]).toContain((await sendForm(platform, '/v2/package', platform.adminToken, pack)).status),
  );
  const desk = reviewClient(platform, platform.adminToken);
  const release = releasePath('nuget', id, '1.0.0');
  await eventually(async () => expect(await desk.stateOf(release)).toEqual(['published', null]));
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });

  const symbols = buildNupkg({
    id,
    version: '1.0.0',
    files: [{ path: 'lib/net8.0/a.pdb', body: 'symbols' }],
  });
  expect(await sendForm(platform, '/v2/symbolpackage', platform.adminToken, symbols)).toMatchObject({
    status: 202,
  });

  await eventually(async () =>
    expect(await desk.heldFiles(release)).toMatchObject([
      {
        status_reason: 'scan_failed',
        files: [{ findings: [{ title: 'The archive could not be scanned' }] }],
      },
    ]),
  );
  const [held] = await desk.heldFiles(release);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });
  expect([200, 202]).toContain((await desk.approveFile(release, String(held?.id))).status);
  await eventually(async () => expect(await desk.heldFiles(release)).toEqual([]));
  const { body } = await desk.call('GET', `${release}/artifacts`);
  expect(JSON.stringify(body)).toContain('.snupkg');
});

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
