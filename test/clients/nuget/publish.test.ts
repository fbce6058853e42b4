import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { complete, metadata, search } from './browse.ts';
import { library, uniqueId } from './packages.ts';
import { push, relist, unlist } from './push.ts';
import { listVersions, restore } from './restore.ts';
import { openSource, type Source } from './source.ts';

let platform: Platform;
let source: Source;
let apiKey: string;
let username: string;

beforeAll(async () => {
  platform = await startPlatform();
  const author = await platform.createUser();
  apiKey = author.token;
  username = author.username;
  source = await openSource(`${platform.url}/nuget/v3/index.json`);
});

afterAll(async () => {
  await platform.stop();
});

async function pushed(
  id: string,
  version: string,
  dependencies: Record<string, string> = {},
): Promise<Buffer> {
  const nupkg = library(id, version, dependencies);
  expect(await push(source, nupkg, { apiKey })).toMatchObject({ status: 201, warning: null });
  return nupkg;
}

test('a pushed package and what it depends on are restored byte for byte', async () => {
  const [root, leaf] = [uniqueId('Probe.Root'), uniqueId('Probe.Leaf')];
  const leafBytes = await pushed(leaf, '1.0.0');
  const rootBytes = await pushed(root, '2.1.0-Beta.1', { [leaf]: '1.0.0' });

  const restored = await restore(source, root.toUpperCase(), '2.1.0-beta.1');

  expect(restored.get(root.toLowerCase())).toEqual({ version: '2.1.0-beta.1', nupkg: rootBytes });
  expect(restored.get(leaf.toLowerCase())).toEqual({ version: '1.0.0', nupkg: leafBytes });
});

test('a version is taken once, in any spelling, and may be skipped', async () => {
  const id = uniqueId('Probe.Twice');
  await pushed(id, '1.0.0');
  const again = library(id.toUpperCase(), '1.00.0.0+other');

  expect(await push(source, again, { apiKey })).toMatchObject({ status: 409, isSuccess: false });
  expect(await push(source, again, { apiKey, skipDuplicate: true })).toMatchObject({ isSuccess: true });
  expect(await listVersions(source, id)).toEqual(['1.0.0']);
});

test('a package that is held is accepted with a warning and is not visible', async () => {
  const id = uniqueId('Probe.Held');
  // The EICAR test file for virus scanners, in two pieces so that no scanner reports this source file.
  const virus = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
  const nupkg = buildNupkg({ id, version: '1.0.0', files: [{ path: 'tools/a.txt', body: virus }] });

  const held = await push(source, nupkg, { apiKey });

  expect(held).toMatchObject({ status: 202, isSuccess: true });
  expect(held.warning).toMatch(/^held for review: http\S+ \(.+ in tools\/a\.txt/);
  expect(await listVersions(source, id)).toEqual([]);
  expect(await metadata(source, id)).toEqual([]);
  expect(await search(source, { q: id, prerelease: 'true' })).toMatchObject({ totalHits: 0 });
  expect(await complete(source, { id })).toEqual([]);
});

test('what is no package is refused, and the status line says why', async () => {
  const refused = await push(source, Buffer.from('no archive'), { apiKey });

  expect(refused).toMatchObject({ status: 400, isSuccess: false });
  expect(refused.reason).toMatch(/package/);
  expect(await push(source, library(uniqueId('Probe.Bad'), 'one'), { apiKey })).toMatchObject({
    status: 400,
  });
});

test('without a key, or with a wrong one, nothing is pushed', async () => {
  const id = uniqueId('Probe.Anonymous');

  expect(await push(source, library(id, '1.0.0'))).toMatchObject({ status: 401 });
  const wrong = `pub_${'0'.repeat(64)}`;
  expect(await push(source, library(id, '1.0.0'), { apiKey: wrong })).toMatchObject({ status: 401 });
  expect(await listVersions(source, id)).toEqual([]);
});

test('a package of another user cannot be pushed to', async () => {
  const id = uniqueId('Probe.Owned');
  await pushed(id, '1.0.0');
  const stranger = await platform.createUser();

  expect(await push(source, library(id, '1.1.0'), { apiKey: stranger.token })).toMatchObject({ status: 403 });
  expect(await listVersions(source, id)).toEqual(['1.0.0']);
});

test('metadata has every version in order; older clients see what they can read', async () => {
  const id = uniqueId('Probe.Many');
  for (const version of ['1.10.0', '1.2.0', '1.3.0-rc.1', '1.2.0.5']) await pushed(id, version);

  const entries = await metadata(source, id);

  expect(entries.map(({ version }) => version)).toEqual(['1.2.0', '1.2.0.5', '1.3.0-rc.1', '1.10.0']);
  expect(entries.every(({ listed }) => listed)).toBe(true);
  const older = await metadata(source, id, true);
  expect(older.map(({ version }) => version)).toEqual(['1.2.0', '1.2.0.5', '1.10.0']);
  const content = await source.request(entries[0]?.packageContent ?? '');
  expect(content.status).toBe(200);
  await content.body?.cancel();
});

test('the newest version that fits the question is found by search and completion', async () => {
  const id = uniqueId('Probe.Found');
  await pushed(id, '1.0.0');
  await pushed(id, '2.0.0-beta.1');
  const q = `packageid:${id}`;

  await expect
    .poll(() => search(source, { q, prerelease: 'true' }), { timeout: 30_000 })
    .toMatchObject({ data: [{ version: '2.0.0-beta.1' }] });

  expect((await search(source, { q })).data[0]).toMatchObject({ id, version: '1.0.0', owners: [username] });
  const any = await search(source, { q, prerelease: 'true' });
  expect(any.data[0]?.versions.map(({ version }) => version)).toEqual(['1.0.0', '2.0.0-beta.1']);
  const older = await search(source, { q, prerelease: 'true', semVerLevel: '1.0.0' });
  expect(older.data[0]?.version).toBe('1.0.0');
  expect(await search(source, { q, take: '0' })).toEqual({ totalHits: 1, data: [] });
  expect(await search(source, { q: `${q} owner:${username}` })).toMatchObject({ totalHits: 1 });
  expect(await search(source, { q: `${q} owner:missing` })).toMatchObject({ totalHits: 0 });
  expect(await search(source, { q: id })).toMatchObject({ data: [expect.objectContaining({ id })] });
  expect(await complete(source, { q: id.toLowerCase().slice(0, -2) })).toEqual([id]);
  expect(await complete(source, { id, prerelease: 'true' })).toEqual(['1.0.0', '2.0.0-beta.1']);
});

test('an unlisted version leaves the lists but not those who use it', async () => {
  const id = uniqueId('Probe.Hidden');
  const nupkg = await pushed(id, '1.0.0');
  const q = `packageid:${id}`;
  await expect.poll(() => search(source, { q }), { timeout: 30_000 }).toMatchObject({ totalHits: 1 });

  expect(await unlist(source, id, '1.0.0', apiKey)).toBe(204);

  await expect.poll(() => search(source, { q }), { timeout: 30_000 }).toMatchObject({ totalHits: 0 });
  expect(await complete(source, { id })).toEqual([]);
  expect(await metadata(source, id)).toMatchObject([
    { listed: false, published: '1900-01-01T00:00:00+00:00' },
  ]);
  expect((await restore(source, id, '1.0.0')).get(id.toLowerCase())?.nupkg).toEqual(nupkg);

  expect(await relist(source, id, '1.0.0', apiKey)).toBe(200);

  await expect.poll(() => search(source, { q }), { timeout: 30_000 }).toMatchObject({ totalHits: 1 });
  expect(await metadata(source, id)).toMatchObject([{ listed: true }]);
  expect(await unlist(source, id, '9.0.0', apiKey)).toBe(404);
});

test('a readme is found through the template of the source', async () => {
  const id = uniqueId('Probe.Readme');
  await pushed(id, '1.0.0');
  const template = source.resource('ReadmeUriTemplate/6.13.0');

  const url = template.replace('{lower_id}', id.toLowerCase()).replace('{lower_version}', '1.0.0');

  const response = await source.request(url);
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  expect(await response.text()).toBe(`# ${id}`);
});

test('a download can be continued, and is never asked for again', async () => {
  const id = uniqueId('Probe.Range');
  const nupkg = await pushed(id, '1.0.0');
  const key = id.toLowerCase();
  const url = `${source.resource('PackageBaseAddress/3.0.0')}${key}/1.0.0/${key}.1.0.0.nupkg`;

  const rest = await source.request(url, { headers: { range: 'bytes=100-' } });

  expect(rest.status).toBe(206);
  expect(Buffer.from(await rest.arrayBuffer())).toEqual(nupkg.subarray(100));
  expect(rest.headers.get('cache-control')).toContain('immutable');
  const spelled = await source.request(url.replace(key, id), { redirect: 'manual' });
  expect([spelled.status, spelled.headers.get('location')]).toEqual([302, url]);
});
