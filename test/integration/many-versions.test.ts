import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentCrate, VersionMetadata } from '../../ecosystems/cargo/fixtures/own-words.ts';
import { isReadable } from '../../domain/release.ts';
import { listReleaseSummaries } from '../../store/postgres/releases/release-summaries.ts';
import { getPackageById } from '../../store/postgres/packages/packages.ts';
import { sql } from '../../store/postgres/pool.ts';
import { listReleases } from '../../store/postgres/releases/releases.ts';
import {
  type Management,
  type Person,
  type Seeded,
  seedCrate,
  startManagement,
} from '../support/management.ts';

let api: Management;
let alice: Person;
let crate: Seeded;
const count = 2_000;

beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  const releases = [{ version: '0.0.1' }, { version: '0.0.2', state: 'quarantine' as const }];
  crate = await seedCrate(api, { repositoryId: alice.repositoryId, name: 'many', releases });
  // copies of the first release under other versions
  const copies = sql.fragment`
    select gen_random_uuid() as id, releases.id as original, '1.' || (n * 7919 % ${count}) || '.0' as version,
      n % 10 = 0 as is_yanked, now() + n * interval '1 second' as published_at
    from releases, generate_series(1, ${count}::int) as n
    where releases.package_id = ${crate.id} and releases.version = '0.0.1'`;
  await api.pool.query(sql.unsafe`create table copies as ${copies}`);
  await api.pool.query(sql.unsafe`
    insert into releases (id, package_id, version, version_key, state, upload_id, upload_sha256, workflow_id,
      published_at, is_yanked)
    select copies.id, ${crate.id}, copies.version, copies.version, 'published', gen_random_uuid(), 'x', 'x',
      copies.published_at, copies.is_yanked
    from copies`);
  await api.pool.query(sql.unsafe`
    insert into release_metadata (release_id, ecosystem, publication, files)
    select copies.id, 'cargo', jsonb_set(release_metadata.publication, '{metadata,edition}', '"2021"'), '[]'
    from copies join release_metadata on release_metadata.release_id = copies.original`);
  await api.pool.query(sql.unsafe`
    insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
    select gen_random_uuid(), copies.id, artifacts.kind, kind.name || copies.version, artifacts.content_type,
      artifacts.size_bytes, artifacts.sha256, artifacts.sha512, artifacts.sha1, artifacts.md5
    from copies join artifacts on artifacts.release_id = copies.original
      cross join (values ('b-'), ('a-')) as kind (name)`);
});
afterAll(() => api?.stop());

it('pages over all versions show the same from the little they read', async () => {
  const pkg = await getPackageById(api.pool, crate.id);
  const all = (await listReleases(api.pool, crate.id)).filter(isReadable);

  const lean = await listReleaseSummaries(api.pool, crate.id, Object.keys(VersionMetadata.shape));

  expect(lean).toHaveLength(count + 1);
  expect(presentCrate(pkg, lean)).toEqual(presentCrate(pkg, all));
  expect(Object.keys(lean[0]?.metadata ?? {}).toSorted()).toEqual(
    Object.keys(VersionMetadata.shape).toSorted(),
  );
});

it('lists of releases are pages of one order, to the last one', async () => {
  const page = async (query: string, token?: string) =>
    (await api.call('GET', `${crate.url}/releases?per_page=100&${query}`, { token })).body;
  const versions: string[] = [];
  for (let number = 1; number <= count / 100 + 1; number += 1) {
    const { releases, total } = await page(`page=${number}`);
    expect(total).toBe(count + 1);
    versions.push(...releases.map((release: { version: string }) => release.version));
  }

  const minors = Array.from({ length: count }, (_, index) => `1.${count - 1 - index}.0`);
  expect(versions).toEqual([...minors, '0.0.1']);
  expect((await page('page=1')).releases[0]).toEqual({
    version: `1.${count - 1}.0`,
    status: expect.stringMatching(/^(?:published|yanked)$/),
    status_reason: null,
    is_yanked: expect.any(Boolean),
    is_deprecated: false,
    is_prerelease: false,
    bundle_analysis: null,
    uploaded_at: expect.any(String),
    published_at: expect.any(String),
  });
  expect((await page(`page=${count / 100 + 1}`, alice.token)).releases).toMatchObject([
    { version: '0.0.2', status: 'quarantine' },
    { version: '0.0.1' },
  ]);
  expect((await page('page=99')).releases).toEqual([]);
});
