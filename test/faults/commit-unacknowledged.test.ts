import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { type Crate, makeCrate, uniqueName } from '../support/crates.ts';
import { holdLock, query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { expectNothingStaged, expectWhollyVisible, publishWholly } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '1000' }, { ownTemporal: true });
});
afterAll(() => platform?.stop());

async function readStates(crate: Crate): Promise<string[]> {
  const rows = await query<{ state: string }>(
    platform.databaseUrl,
    `select releases.state from releases join packages on packages.id = releases.package_id
     where packages.name = $1 and releases.version = $2`,
    [crate.name, crate.version],
  );
  return rows.map(({ state }) => state);
}

/** For each step: the lock that makes it wait, and the check that its transaction is committed. */
const steps = {
  quarantine: {
    statement: 'select from packages where name = $1 for update',
    isCommitted: async (crate: Crate) => expect(await readStates(crate)).toHaveLength(1),
  },
  publish: {
    statement: "select from documents where ecosystem = 'cargo' and path like '%/' || $1 for update",
    isCommitted: async (crate: Crate) =>
      expect((await readIndex(platform, crate.name)).get(crate.version)).toBe(crate.sha256),
  },
} as const;

describe.each(['quarantine', 'publish'] as const)(
  'a worker that is killed after its transaction of %s and before anybody heard of it',
  (step) => {
    test('does the step again without doing it twice', async () => {
      const { statement, isCommitted } = steps[step];
      const first = await makeCrate({ name: uniqueName(step) });
      await publishWholly(platform, first);
      const crate = await makeCrate({ name: first.name, version: '1.0.1' });
      const lock = await holdLock(platform.databaseUrl, statement, [crate.name]);
      const answer = publishCrate(platform, crate);
      await eventually(async () => expect(await lock.waiting()).toBe(1));

      platform.temporal.freeze();
      await lock.release();
      await eventually(() => isCommitted(crate));
      await platform.roles.worker.kill();
      platform.temporal.thaw();
      platform.roles.worker = await platform.roles.worker.restart();

      await answer;
      await expectWhollyVisible(platform, crate);
      expect(await readStates(crate)).toEqual(['published']);
    });
  },
);

test('no staged bytes remain', () => expectNothingStaged(platform));

test('every history replays', () => assertReplays(platform.temporal));
