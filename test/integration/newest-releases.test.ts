import { afterAll, beforeAll, expect, test } from 'vitest';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { RenderInput } from '../../ecosystems/render-input.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { noDocuments } from '../../ecosystems/package-documents.ts';
import { AnyRow, type Person, seedCrate } from '../support/management.ts';
import { lockPackage } from '../../store/postgres/packages/packages.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type ContextPlatform, startContext } from '../support/route-context.ts';

const rendered: RenderInput[] = [];

const brief: Ecosystem = {
  ...cargo,
  rendersFrom: 'newest releases',
  latest: (releases) => releases.at(-1)?.version ?? null,
  documents: {
    ...noDocuments,
    frames(input) {
      rendered.push(input);
      return [];
    },
  },
};

let platform: ContextPlatform;
let alice: Person;

beforeAll(async () => {
  platform = await startContext(brief);
  alice = await platform.api.createPerson('alice');
});
afterAll(() => platform?.stop());

test('a package with many releases is rendered from the newest ten, and counts all', async () => {
  const releases = Array.from({ length: 120 }, (_, index) => ({ version: `0.${index}.0` }));
  const { id } = await seedCrate(platform.api, { repositoryId: alice.repositoryId, name: 'many', releases });
  await platform.api.pool.query(sql.unsafe`
    update releases set published_at = now() - interval '1 day' + uploaded_at_order * interval '1 second'
    from (select releases.id, row_number() over (order by releases.id) as uploaded_at_order from releases) as ordered
    where ordered.id = releases.id`);

  await platform.publish(alice, {
    name: 'many',
    version: '1.0.0',
    publication: { description: 'the newest', readme: 'read me' },
  });

  const { package: pkg, releases: given } = rendered.at(-1) ?? { package: undefined, releases: [] };
  expect(given).toHaveLength(10);
  expect(given.slice(0, 1).map(({ version }) => version)).toEqual(['0.111.0']);
  expect(given.at(-1)?.version).toBe('1.0.0');
  expect(pkg).toMatchObject({ readableReleases: 121, latestVersion: '1.0.0', readme: 'read me' });
  const row = await platform.api.pool.one(sql.type(AnyRow)`
    select readable_releases, latest_version, description, readme from packages where id = ${id}`);
  expect(row).toEqual({
    readableReleases: 121,
    latestVersion: '1.0.0',
    description: 'the newest',
    readme: 'read me',
  });
});

test('the release that is tagged latest is among them, however old', async () => {
  const releases = Array.from({ length: 20 }, (_, index) => ({ version: `0.${index}.0` }));
  const { id } = await seedCrate(platform.api, {
    repositoryId: alice.repositoryId,
    name: 'tagged',
    releases,
  });
  await platform.api.pool.query(sql.unsafe`
    update releases set published_at = now() - interval '1 day' - interval '1 hour'
    where releases.package_id = ${id} and releases.version = '0.3.0'`);
  await platform.api.pool.query(sql.unsafe`
    insert into dist_tags (package_id, name, release_id)
    select releases.package_id, 'latest', releases.id from releases
    where releases.package_id = ${id} and releases.version = '0.3.0'`);

  await platform.publish(alice, { name: 'tagged', version: '1.0.0' });

  const given = rendered.at(-1)?.releases ?? [];
  expect(given.map(({ version }) => version)).toContain('0.3.0');
  expect(given).toHaveLength(11);
});

test('the tags moved last are among what is rendered, and the tag latest, however old', async () => {
  const releases = [{ version: '0.1.0' }];
  const { id } = await seedCrate(platform.api, { repositoryId: alice.repositoryId, name: 'much', releases });
  await platform.api.pool.query(sql.unsafe`
    insert into dist_tags (package_id, name, release_id, updated_at)
    select releases.package_id, tags.name, releases.id, now() - interval '1 hour' * tags.age
    from releases, (
      select 't' || age as name, age from generate_series(1, 150) as age
      union all select 'latest', 1000) as tags
    where releases.package_id = ${id}`);

  await platform.publish(alice, { name: 'much', version: '1.0.0' });

  const { tags } = rendered.at(-1) ?? { tags: new Map<string, string>() };
  expect(tags.size).toBe(101);
  expect(tags.get('latest')).toBe('0.1.0');
  expect([tags.has('t1'), tags.has('t101')]).toEqual([true, false]);
});

test('a tag is moved without a rendering, unless it is latest', async () => {
  await platform.publish(alice, { name: 'moved', version: '1.0.0' });
  const before = rendered.length;
  const set = (tags: string | string[]) =>
    platform.as(alice, ({ context, caller }) => context.tags.set(caller, 'moved', tags, '1.0.0'));

  await set(['edge', 'nightly']);

  expect(rendered).toHaveLength(before);
  const { rows } = await platform.api.pool.query(sql.type(AnyRow)`
    select dist_tags.name from dist_tags join packages on packages.id = dist_tags.package_id
    where packages.name = 'moved' order by dist_tags.name`);
  expect(rows.map(({ name }) => name)).toEqual(['edge', 'nightly']);
  await set('latest');
  expect(rendered.length).toBeGreaterThan(before);
});

test('rows that refer to a package do not wait for a change of it', async () => {
  const { id } = await seedCrate(platform.api, {
    repositoryId: alice.repositoryId,
    name: 'locked',
    releases: [],
  });

  const inserted = platform.api.pool.transaction(async (tx) => {
    await lockPackage(tx, id);
    return platform.api.pool.transaction(async (other) => {
      await other.query(sql.unsafe`set local lock_timeout = '2s'`);
      return other.query(sql.unsafe`
        insert into package_grants (package_id, user_id, role) values (${id}, ${alice.id}, 'maintainer')`);
    });
  });

  await expect(inserted).resolves.toBeDefined();
});
