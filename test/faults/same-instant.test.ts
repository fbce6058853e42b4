import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCrate, readIndex } from '../support/cargo.ts';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { expectNothingStaged, expectWhollyVisible } from '../support/publish-outcome.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

let platform: PackagePlatform;
beforeAll(async () => {
  platform = await startPackagePlatform();
});
afterAll(() => platform?.stop());

test('two people who publish the same version at the same instant: exactly one wins', async () => {
  const people = await Promise.all([platform.createUser(), platform.createUser()]);
  for (let round = 0; round < 5; round += 1) {
    const name = uniqueName();
    const crates = await Promise.all(people.map(() => makeCrate({ name })));

    const answers = await Promise.all(
      crates.map((crate, at) => publishCrate(platform, crate, people[at]?.token)),
    );

    const winners = crates.filter((_, at) => answers[at]?.status === 200);
    expect(winners, JSON.stringify(answers)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const winner of winners) await expectWhollyVisible(platform, winner);
  }
});

test('eight uploads of one version with different bytes: exactly one wins, the others are told', async () => {
  const name = uniqueName();
  const crates = await Promise.all(Array.from({ length: 8 }, () => makeCrate({ name })));

  const answers = await Promise.all(crates.map((crate) => publishCrate(platform, crate)));

  const winners = crates.filter((_, at) => answers[at]?.status === 200);
  expect(winners, JSON.stringify(answers)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  for (const winner of winners) await expectWhollyVisible(platform, winner);
});

test('the same bytes sent eight times at once are one release, and without a fault', async () => {
  for (let round = 0; round < 5; round += 1) {
    const crate = await makeCrate();

    const answers = await Promise.all(Array.from({ length: 8 }, () => publishCrate(platform, crate)));

    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectWhollyVisible(platform, crate);
    expect([...(await readIndex(platform, crate.name)).keys()]).toEqual([crate.version]);
  }
});

test('new versions of one crate published at the same instant are all in its index', async () => {
  const name = uniqueName();
  const versions = ['1.0.0', '1.1.0', '1.2.0', '2.0.0', '2.1.0', '3.0.0-rc.1'];
  const crates = await Promise.all(versions.map((version) => makeCrate({ name, version })));

  const answers = await Promise.all(crates.map((crate) => publishCrate(platform, crate)));

  expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200));
  for (const crate of crates) await expectWhollyVisible(platform, crate);
});

test('uploads that lost or joined leave nothing staged', async () => {
  expect(await query(platform.databaseUrl, 'select id from uploads')).toEqual([]);
  await expectNothingStaged(platform);
});

test('every history replays', () => assertReplays(platform.temporal));
