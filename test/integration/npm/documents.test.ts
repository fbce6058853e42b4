import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../clients/npm/packages.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { errorOf, integrityOf, npmClient, type NpmClient } from './client.ts';

const abbreviated = 'application/vnd.npm.install-v1+json';
const asClientsAsk = { accept: `${abbreviated}; q=1.0, application/json; q=0.8, */*` };

interface Packument {
  _rev: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, Record<string, unknown> & { dist: Record<string, unknown> }>;
  time: Record<string, string>;
}

describe('documents of a scoped package', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let client: NpmClient;
  let name: string;
  let escaped: string;

  const read = async (path: string, headers?: Record<string, string>) =>
    (await (await client.get(path, headers)).json()) as Packument;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    client = npmClient(platform, author.token);
    name = `@${author.username}/${uniqueName('documents')}`;
    escaped = name.replace('/', '%2f');
    const more = {
      description: 'x'.repeat(2_000),
      scripts: { postinstall: 'node x' },
      funding: 'https://f.test',
    };
    for (const version of ['1.0.0', '1.1.0', '2.0.0-rc.1']) {
      const tag = version.includes('-') ? 'next' : 'latest';
      const published = await client.publish({ name, version, ...more }, { 'dist-tags': { [tag]: version } });
      expect([published.status, await published.json()]).toEqual([
        200,
        { ok: true, success: true, id: name },
      ]);
    }
  });
  afterAll(() => platform.stop());

  test.each(['%2f', '%2F', '/'])('are found when the name is spelled with %s', async (slash) => {
    const path = `/${name.replace('/', slash)}`;

    expect((await read(path))['dist-tags']).toEqual({ latest: '1.1.0', next: '2.0.0-rc.1' });
    expect(await read(`${path}/1.0.0`)).toMatchObject({ _id: `${name}@1.0.0` });
    expect(await read(`${path}/latest`)).toMatchObject({ version: '1.1.0' });
    expect(await read(`/-/package${path}/dist-tags`)).toEqual({ latest: '1.1.0', next: '2.0.0-rc.1' });
    expect((await client.get(`${path}/-/${name.split('/')[1]}-1.0.0.tgz`)).status).toBe(200);
    expect((await client.get(`${path}/-/${name}-1.0.0.tgz`)).status).toBe(200);
  });

  test('are found with the at sign escaped as well', async () => {
    expect((await client.get(`/${encodeURIComponent(name)}`)).status).toBe(200);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the short form to those who prefer it', asClientsAsk, abbreviated],
    ['the short form to those who take nothing else', { accept: abbreviated }, abbreviated],
    ['the full form to browsers', { accept: 'text/html,*/*' }, 'application/json; charset=utf-8'],
    [
      'the full form to those who prefer it',
      { accept: `application/json, ${abbreviated};q=0.5` },
      'application/json; charset=utf-8',
    ],
    [
      'the full form to those who refuse the other',
      { accept: `${abbreviated};q=0` },
      'application/json; charset=utf-8',
    ],
  ])('come as %s', async (_title, headers, type) => {
    const response = await client.get(`/${escaped}`, headers);

    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('vary')).toMatch(/^accept(?:, accept-encoding)?$/);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  test('have what each reader needs and not more', async () => {
    const full = await read(`/${escaped}`);
    const short = await read(`/${escaped}`, asClientsAsk);

    expect(full).toMatchObject({
      _id: name,
      name,
      readme: `# ${name}\n`,
      maintainers: [{ name: author.username }],
    });
    expect(Object.keys(short).sort()).toEqual(['dist-tags', 'modified', 'name', 'time', 'versions']);
    expect(short.time).toEqual(full.time);
    expect(Object.keys(short.time).sort()).toEqual(['1.0.0', '1.1.0', '2.0.0-rc.1', 'created', 'modified']);
    expect(full.versions['1.0.0']).toMatchObject({
      _npmUser: { name: author.username },
      hasInstallScript: true,
    });
    expect(Object.keys(short.versions['1.0.0'] ?? {}).sort()).toEqual([
      '_hasShrinkwrap',
      'dist',
      'funding',
      'hasInstallScript',
      'name',
      'version',
    ]);
  });

  test('promise the bytes that are sent', async () => {
    const { dist } = (await read(`/${escaped}`)).versions['1.1.0'] ?? { dist: {} };

    const tarball = await fetch(String(dist['tarball']));

    const bytes = new Uint8Array(await tarball.arrayBuffer());
    expect(integrityOf(bytes)).toBe(dist['integrity']);
    expect(dist).toMatchObject({ fileCount: 2, shasum: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(Object.fromEntries(tarball.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    expect(tarball.headers.has('content-encoding')).toBe(false);
    const range = await fetch(String(dist['tarball']), { headers: { range: 'bytes=0-1' } });
    expect([range.status, Buffer.from(await range.arrayBuffer()).toString('hex')]).toEqual([206, '1f8b']);
  });

  test.each(['', '/1.0.0', '/latest'])('answer conditional requests for %j', async (suffix) => {
    const first = await client.get(`/${escaped}${suffix}`);
    const etag = first.headers.get('etag') ?? '';

    const again = await client.get(`/${escaped}${suffix}`, { 'if-none-match': etag });

    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  });

  test('answer HEAD', async () => {
    const response = await fetch(`${platform.url}/npm/${escaped}`, { method: 'HEAD' });

    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('name the mount they came through', async () => {
    const own = npmClient(platform, author.token, `/npm/r/${author.username}`);
    const document = (await (await own.get(`/${escaped}`)).json()) as Packument;
    const version = (await (await own.get(`/${escaped}/1.0.0`)).json()) as { dist: { tarball: string } };

    const prefix = `${platform.url}/npm/r/${author.username}/${name}/-/`;
    for (const { dist } of [...Object.values(document.versions), version]) {
      expect(String(dist['tarball']).startsWith(prefix)).toBe(true);
    }
    expect((await fetch(version.dist.tarball)).status).toBe(200);
  });

  test('come fresh and whole to writers', async () => {
    const response = await client.get(`/${escaped}?write=true`, asClientsAsk);
    const document = (await response.json()) as Packument;

    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(document).toEqual(await read(`/${escaped}`));
  });

  test.each([
    ['/no-such-package', 404, 'Not found'],
    ['/no-such-package/1.0.0', 404, 'Not found'],
    ['/UPPER', 404, 'Not found'],
    ['/@half', 404, 'Not found'],
    ['/a/b/c', 404, 'Not found'],
    ['/no-such-package/-/no-such-package-1.0.0.tgz', 404, 'Not found'],
    ['/no-such-package/-/other.tgz', 404, 'Not found'],
    ['/-/package/no-such-package/dist-tags', 404, 'Not found'],
    ['/-/nothing/here', 404, 'Not found'],
  ])('are missing at %s in the protocol’s own words', async (path, status, error) => {
    expect(await errorOf(await client.get(path))).toEqual([status, error]);
  });

  test('a wrong token is refused where none would do', async () => {
    const response = await npmClient(platform, `pub_${'0'.repeat(64)}`).get(`/${escaped}`);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('a token may come as a password', async () => {
    const basic = Buffer.from(`anybody:${author.token}`).toString('base64');
    const response = await npmClient(platform).get(`/${escaped}`, { authorization: `Basic ${basic}` });

    expect(response.status).toBe(200);
  });
});
