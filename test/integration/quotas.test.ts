import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate } from '../support/crates.ts';
import { type Platform, startPackagePlatform } from '../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPackagePlatform({ MAX_PACKAGES: '2', MAX_RELEASES_PER_DAY: '4' });
});
afterAll(() => platform?.stop());

const publish = async (token: string, name: string, version: string) =>
  publishCrate(platform, await makeCrate({ name, version }), token);

it('an owner gets no more packages and releases a day than the quotas, however many come at once', async () => {
  const [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);

  const names = ['quotaamber', 'quotabirch', 'quotacedar', 'quotadelta'];
  const firsts = await Promise.all(names.map((name) => publish(alice.token, name, '1.0.0')));
  const kept = names.filter((_, index) => firsts[index]?.status === 200);
  const versions = ['1.1.0', '1.2.0', '1.3.0', '1.4.0'];
  const laters = await Promise.all(versions.map((version) => publish(alice.token, `${kept[0]}`, version)));

  expect(kept).toHaveLength(2);
  expect(firsts.map(({ text }) => text).join(' ')).toContain('already has 2 packages');
  expect(laters.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(laters.map(({ text }) => text).join(' ')).toContain('already has 4 releases');
  expect(await publish(bob.token, 'quotaother', '1.0.0')).toMatchObject({ status: 200 });
});
