import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { publishBody } from '../../ecosystems/cargo/fixtures/archives.ts';
import { type Crate, makeCrate } from '../support/crates.ts';
import { holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform({ MAX_PACKAGES: '2', MAX_RELEASES_PER_DAY: '4' });
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
  expect(firsts.map(({ text }) => text).join(' ')).toContain('has 2 packages');
  expect(laters.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(laters.map(({ text }) => text).join(' ')).toContain('has begun 4 releases');
  expect(await publish(bob.token, 'quotaother', '1.0.0')).toMatchObject({ status: 200 });
});

const quotasOf = async (body: object) => {
  const response = await fetch(`${platform.url}/v1/admin/quotas`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${platform.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

it('an administrator bounds the bytes of one owner, and of two uploads at the limit one goes through', async () => {
  const carol = await platform.createUser();
  const crates = await Promise.all(
    ['1.0.0', '1.1.0', '1.2.0'].map((version) => makeCrate({ name: 'quotabytes', version })),
  );
  const first = await publishCrate(platform, crates[0] as Crate, carol.token);
  const { body } = await quotasOf({ username: carol.username, packages: 10, releases_per_day: 100 });
  const used = (body['usage'] as { storage_bytes: number }).storage_bytes;
  const size = used;
  const set = await quotasOf({ username: carol.username, storage_bytes: used + Math.floor(size * 1.5) });

  const both = await Promise.all(crates.slice(1).map((crate) => publishCrate(platform, crate, carol.token)));

  expect(first.status).toBe(200);
  expect(size).toBeGreaterThan(0);
  expect(set.body['effective']).toMatchObject({ packages: 10, releases_per_day: 100 });
  const refused = both.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(1);
  expect(refused[0]?.text).toContain('more than the quota of');
  await quotasOf({ username: carol.username, storage_bytes: null });
  const [again] = crates.slice(1).filter((_, index) => both[index]?.status !== 200);
  expect((await publishCrate(platform, again as Crate, carol.token)).status).toBe(200);
});

it('of two changes at the same time neither is lost', async () => {
  const frank = await platform.createUser();
  const other = await holdLock(
    platform.databaseUrl,
    'insert into owner_quotas (user_id, packages) select id, 7 from users where username = $1',
    [frank.username],
  );

  const change = quotasOf({ username: frank.username, releases_per_day: 9 });
  await eventually(async () => expect(await other.waiting()).toBe(1));
  await other.commit();

  expect((await change).body).toMatchObject({ quotas: { packages: 7, releases_per_day: 9 } });
  await quotasOf({ username: frank.username, packages: null });
  expect((await quotasOf({ username: frank.username })).body).toMatchObject({
    quotas: { packages: null, releases_per_day: 9 },
  });
});

it('what is refused after it was begun counts for the day', async () => {
  const dave = await platform.createUser();
  await quotasOf({ username: dave.username, releases_per_day: 2 });
  const publishes = [];
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    const crate = await makeCrate({ name: 'quotaday', version });
    // archive and request have different versions: the scanner refuses the crate, and no row stays
    const other = await makeCrate({ name: 'quotaday', version: '9.9.9' });
    const said = { name: 'quotaday', vers: version, deps: [], features: {} };
    const sent = version === '1.1.0' ? { body: publishBody(said, other.file) } : crate;
    publishes.push((await publishCrate(platform, sent, dave.token)).status);
  }

  expect(publishes[0]).toBe(200);
  expect(publishes[1]).not.toBe(200);
  expect(publishes[2]).not.toBe(200);
  const { body } = await quotasOf({ username: dave.username });
  expect(body['usage']).toMatchObject({ packages: 1, releases_today: 2 });
});

it('an organization has its own, and only administrators set or see them', async () => {
  const erin = await platform.createUser();
  const headers = { authorization: `Bearer ${erin.session}`, 'content-type': 'application/json' };
  const organization = JSON.stringify({ name: 'Quota', slug: 'quota-org' });
  await fetch(`${platform.url}/v1/orgs`, { method: 'POST', headers, body: organization });

  const set = await quotasOf({ org_slug: 'quota-org', packages: 3 });
  const own = await fetch(`${platform.url}/v1/admin/quotas?org_slug=quota-org`, { headers });
  const change = JSON.stringify({ org_slug: 'quota-org', packages: 99 });
  const stolen = await fetch(`${platform.url}/v1/admin/quotas`, { method: 'PATCH', headers, body: change });

  expect(set).toMatchObject({
    status: 200,
    body: { quotas: { packages: 3, storage_bytes: null }, effective: { packages: 3, releases_per_day: 4 } },
  });
  expect([own.status, stolen.status]).toEqual([403, 403]);
  expect((await quotasOf({ org_slug: 'quota-org', username: erin.username })).status).toBe(422);
  expect((await quotasOf({ packages: 1 })).status).toBe(422);
  expect((await quotasOf({ username: 'unknown-user' })).status).toBe(404);
  expect((await quotasOf({ org_slug: 'quota-org', packages: -1 })).status).toBe(422);
});
