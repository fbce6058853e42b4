import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { findHeld, holdCrate, judge, stageCrate } from '../support/held-release.ts';
import { passMinute } from '../support/publish-outcome.ts';
import { type TestUser, type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';
import { publishId, runNow, untilAtRest } from '../support/workflows.ts';

let platform: PackagePlatform;
let owner: TestUser;
beforeAll(async () => {
  platform = await startPackagePlatform({}, { ownTemporal: true });
  owner = await platform.createUser();
});
afterAll(() => platform?.stop());

test.each([
  ['that waits for its approval', () => stageCrate(platform, owner)],
  ['that was visible', () => holdCrate(platform, owner)],
])('an approval of a release %s counts although the workflow service is away', async (_, prepare) => {
  const crate = await prepare();
  // a worker that still runs steps would find the decision without the signal
  await untilAtRest(platform.temporal, publishId(crate));
  await platform.temporal.kill();

  const answer = await judge(platform, owner, crate, 'approve');
  const again = await judge(platform, owner, crate, 'approve');
  const other = await judge(platform, owner, crate, 'reject');

  expect(answer).toMatchObject({
    status: 202,
    body: { status: 'quarantine' },
    location: `${platform.url}/v1/packages/cargo/${crate.name}/releases/${crate.version}`,
  });
  expect([again.status, other.status]).toEqual([202, 409]);

  await platform.temporal.restart();
  await passMinute(platform);
  await eventually(() => runNow(platform.temporal, 'reconcileReleases'));

  await eventually(async () => {
    const facts = await findHeld(platform, crate);
    expect(facts?.state).toBe('published');
    expect(facts?.audit.filter((entry) => entry.startsWith('release_approve'))).toEqual([
      `release_approve by ${owner.username}`,
    ]);
  });
});

test('every history replays', () => assertReplays(platform.temporal));
