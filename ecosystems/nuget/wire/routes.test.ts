import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageForm } from '../fixtures/form.ts';
import { buildNupkg, type NupkgInput } from '../fixtures/nupkg.ts';
import {
  createMemoryPlatform,
  exchangedToken,
  readerToken,
  writerToken,
  type MemoryPlatform,
} from '../fixtures/platform.ts';

let platform: MemoryPlatform;

beforeEach(async () => {
  platform = await createMemoryPlatform();
});

afterEach(async () => {
  await platform.app.close();
});

const probe: NupkgInput = { id: 'Probe', version: '1.0.0' };

function pushBytes(bytes: Buffer, headers: Record<string, string> = { 'x-nuget-apikey': writerToken }) {
  const form = packageForm(bytes);
  const url = '/nuget/v2/package/';
  return platform.app.inject({
    method: 'PUT',
    url,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
}

function push(input: NupkgInput = probe) {
  return pushBytes(buildNupkg(input));
}

function get(url: string, headers: Record<string, string> = {}) {
  return platform.app.inject({ method: 'GET', url: `/nuget${url}`, headers });
}

describe('pushing', () => {
  test('a package is created with an empty answer and can be restored', async () => {
    const response = await push();

    expect([response.statusCode, response.body]).toEqual([201, '']);
    expect((await get('/v3-flatcontainer/probe/index.json')).json()).toEqual({ versions: ['1.0.0'] });
    const download = await get('/v3-flatcontainer/probe/1.0.0/probe.1.0.0.nupkg');
    expect(download.rawPayload).toEqual(buildNupkg(probe));
    expect(platform.staged.size).toBe(0);
  });

  test('both spellings of the address work', async () => {
    const { payload, headers } = packageForm(buildNupkg(probe));

    const response = await platform.app.inject({
      method: 'PUT',
      url: '/nuget/v2/package',
      payload,
      headers: { ...headers, 'x-nuget-apikey': writerToken },
    });

    expect(response.statusCode).toBe(201);
  });

  test.each([
    ['held', 'held for review: http://rookery.test/packages/nuget/Probe/1.0.0'],
    ['pending', 'accepted, still being checked: http://rookery.test/packages/nuget/Probe/1.0.0'],
  ] as const)('a %s push is accepted with a warning', async (status, warning) => {
    platform.receipt = status;

    const response = await push();

    expect([response.statusCode, response.body]).toEqual([202, '']);
    expect(response.headers['x-nuget-warning']).toBe(warning);
  });

  test('the same version in another spelling is a conflict that a client may skip', async () => {
    await push();

    const response = await push({ id: 'PROBE', version: '1.0.0.0+x' });

    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({ error: 'PROBE 1.0.0.0+x already exists' });
    expect(response.statusMessage).toBe('PROBE 1.0.0.0+x already exists');
  });

  test.each([
    ['no archive', Buffer.from('x')],
    ['a bad id', buildNupkg({ id: 'Pro be', version: '1.0.0' })],
    ['a bad version', buildNupkg({ id: 'Probe', version: '1.0.0-é' })],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is a bad request and nothing stays behind', async (_title, bytes) => {
    const response = await pushBytes(bytes);

    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ error: expect.stringMatching(/\w/) });
    expect(response.statusMessage).toMatch(/^[\x20-\x7e]+$/);
    expect(platform.staged.size).toBe(0);
    expect(platform.published).toEqual([]);
  });

  test('nothing but a form is a package', async () => {
    const headers = { 'x-nuget-apikey': writerToken, 'content-type': 'application/json' };

    const response = await platform.app.inject({
      method: 'PUT',
      url: '/nuget/v2/package',
      payload: '{}',
      headers,
    });

    expect(response.statusCode).toBe(415);
  });

  test('a request without a body is refused', async () => {
    const headers = { 'x-nuget-apikey': writerToken };

    const response = await platform.app.inject({ method: 'PUT', url: '/nuget/v2/package', headers });

    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });

  test.each([
    ['no key', {}, 401],
    ['an unknown key', { 'x-nuget-apikey': 'pub_unknown' }, 401],
    ['a key that may only read', { 'x-nuget-apikey': readerToken }, 403],
    ['an exchanged token', { 'x-nuget-apikey': exchangedToken }, 403],
    ['a key in the other header', { 'x-dotnet-apikey': writerToken }, 201],
    ['a bearer token', { authorization: `Bearer ${writerToken}` }, 201],
    ['a Basic password', { authorization: `Basic ${btoa(`any:${writerToken}`)}` }, 201],
  ])('with %s the answer is decided before the body is read', async (_title, headers, status) => {
    const response = await pushBytes(buildNupkg(probe), headers);

    expect(response.statusCode).toBe(status);
    expect(response.headers['www-authenticate']).toBe(status === 401 ? 'Basic realm="Rookery"' : undefined);
    expect(platform.published).toHaveLength(status === 201 ? 1 : 0);
  });

  test('an unforeseen fault reveals nothing', async () => {
    platform.receipt = new Error('connection to 10.0.0.1 lost');

    const response = await push();

    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ error: 'internal error' });
    expect(response.statusMessage).toBe('internal error');
  });
});

describe('unlisting', () => {
  function change(method: 'DELETE' | 'POST', headers = { 'x-nuget-apikey': writerToken }, version = '1.0') {
    return platform.app.inject({ method, url: `/nuget/v2/package/PROBE/${version}`, headers });
  }

  test('an unlisted version stays restorable and leaves search; relisting brings it back', async () => {
    await push();

    const unlisted = await change('DELETE');

    expect([unlisted.statusCode, unlisted.body]).toEqual([204, '']);
    expect((await get('/v3-flatcontainer/probe/index.json')).json()).toEqual({ versions: ['1.0.0'] });
    expect((await get('/v3-flatcontainer/probe/1.0.0/probe.1.0.0.nupkg')).statusCode).toBe(200);
    expect((await get('/v3/registration/probe/1.0.0.json')).json()).toMatchObject({ listed: false });
    expect((await get('/v3/search?q=probe')).json()).toEqual({ totalHits: 0, data: [] });
    expect((await get('/v3/autocomplete?id=Probe')).json()).toEqual({ totalHits: 0, data: [] });

    const relisted = await change('POST');

    expect(relisted.statusCode).toBe(200);
    expect((await get('/v3/search?q=probe')).json()).toMatchObject({ totalHits: 1 });
  });

  test.each([
    ['a missing version', '2.0.0', writerToken, 404],
    ['a version that is none', 'x', writerToken, 404],
    ['a key that may only read', '1.0.0', readerToken, 403],
  ])('%s is answered with its status', async (_title, version, token, status) => {
    await push();

    expect((await change('DELETE', { 'x-nuget-apikey': token }, version)).statusCode).toBe(status);
  });
});

describe('reading', () => {
  const rich: NupkgInput = {
    ...probe,
    files: [
      { path: 'README.md', body: '# Probe' },
      { path: 'icon.png', body: Buffer.from('89504e470d0a1a0a', 'hex') },
      { path: 'LICENSE', body: 'Free' },
    ],
    nuspec: {
      metadata: '<readme>README.md</readme><icon>icon.png</icon><license type="file">LICENSE</license>',
    },
  };

  test.each([
    ['probe.1.0.0.nupkg', 'application/octet-stream'],
    ['probe.nuspec', 'application/xml'],
    ['readme', 'text/markdown; charset=utf-8'],
    ['icon', 'image/png'],
    ['license', 'text/plain; charset=utf-8'],
  ])('%s is served as %s', async (file, contentType) => {
    await push(rich);

    const response = await get(`/v3-flatcontainer/probe/1.0.0/${file}`);

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe(contentType);
    const head = await platform.app.inject({
      method: 'HEAD',
      url: `/nuget/v3-flatcontainer/probe/1.0.0/${file}`,
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  test.each([
    ['/v3-flatcontainer/Probe/index.json', '/v3-flatcontainer/probe/index.json'],
    ['/v3-flatcontainer/Probe/1.0/Probe.1.0.nupkg', '/v3-flatcontainer/probe/1.0.0/probe.1.0.0.nupkg'],
    ['/v3-flatcontainer/probe/1.0.0/Probe.nuspec', '/v3-flatcontainer/probe/1.0.0/probe.nuspec'],
    ['/v3-flatcontainer/probe/1.0.0-RC/README', '/v3-flatcontainer/probe/1.0.0-rc/readme'],
    ['/v3/registration/PROBE/index.json', '/v3/registration/probe/index.json'],
    ['/v3/registration-semver1/probe/1.0.0-RC.json', '/v3/registration-semver1/probe/1.0.0-rc.json'],
  ])('%s is sent to %s', async (asked, canonical) => {
    const response = await get(asked);

    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(`http://rookery.test/nuget${canonical}`);
  });

  test.each([
    '/v3-flatcontainer/other/index.json',
    '/v3-flatcontainer/a..b/index.json',
    '/v3-flatcontainer/probe/1.0.0/other.1.0.0.nupkg',
    '/v3-flatcontainer/probe/1.0.0/icon',
    '/v3-flatcontainer/probe/1.0.0/.signature.p7s',
    '/v3-flatcontainer/probe/x/probe.x.nupkg',
    '/v3/registration/probe/2.0.0.json',
    '/v3/registration/probe/1.0.0',
    '/v3/nothing',
    '/nothing',
  ])('%s is not found in the shape of the protocol', async (url) => {
    await push();

    const response = await get(url);

    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: expect.stringMatching(/not found$/) });
  });

  test('the service index is public, tagged and names every type that clients look for', async () => {
    const response = await get('/v3/index.json');

    expect(response.headers['cache-control']).toBe('public, max-age=300');
    const { version, resources } = response.json<{ version: string; resources: Record<string, string>[] }>();
    expect(version).toBe('3.0.0');
    expect(resources.find((one) => one['@type'] === 'RegistrationsBaseUrl/Versioned')).toMatchObject({
      clientVersion: '4.3.0-alpha',
    });
    expect(resources.map((resource) => `${resource['@type']} ${resource['@id']}`)).toMatchSnapshot();
    const again = await get('/v3/index.json', { 'if-none-match': String(response.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('searching', () => {
  test('hits have addresses on the mount that asked', async () => {
    await push();

    const response = await get('/r/team/v3/search?q=prob', {
      authorization: `Basic ${btoa(`any:${readerToken}`)}`,
    });

    expect(response.json()).toMatchObject({
      totalHits: 1,
      data: [
        { id: 'Probe', registration: 'http://rookery.test/nuget/r/team/v3/registration/probe/index.json' },
      ],
    });
  });

  test('a page of nothing still counts', async () => {
    await push();

    expect((await get('/v3/search?take=0')).json()).toEqual({ totalHits: 1, data: [] });
  });

  test.each([
    ['', 0],
    ['&prerelease=true', 0],
    ['&semVerLevel=2.0.0', 0],
    ['&semVerLevel=2.0.0&prerelease=true', 1],
  ])('a SemVer 2 pre-release asked for with %j is found %i times', async (query, total) => {
    await push({ id: 'Probe', version: '1.0.0-beta.1' });

    expect((await get(`/v3/search?q=${query}`)).json()).toMatchObject({ totalHits: total });
  });

  test.each([
    ['Dependency', 1],
    ['dependency', 1],
    ['DotnetTool', 0],
    ['no/such type', 0],
  ])('the package type %s is found %i times', async (type, total) => {
    await push();

    const response = await get(`/v3/search?packageType=${encodeURIComponent(type)}`);

    expect(response.json()).toMatchObject({ totalHits: total });
  });

  test('completion finds names by beginnings, and versions by name', async () => {
    await push();
    await push({ id: 'Probe', version: '1.1.0-beta' });

    expect((await get('/v3/autocomplete?q=pro')).json()).toEqual({ totalHits: 1, data: ['Probe'] });
    expect((await get('/v3/autocomplete?q=rob')).json()).toEqual({ totalHits: 0, data: [] });
    expect((await get('/v3/autocomplete?id=PROBE')).json()).toMatchObject({ data: ['1.0.0'] });
    expect((await get('/v3/autocomplete?id=probe&prerelease=true')).json()).toMatchObject({
      data: ['1.0.0', '1.1.0-beta'],
    });
    expect((await get('/v3/autocomplete?id=none')).json()).toEqual({ totalHits: 0, data: [] });
  });

  test('whatever an author wrote, clients are shown the version as all of them write it', async () => {
    await push({ id: 'Probe', version: '1.00.0.0' });
    await push({ id: 'Probe', version: '01.3.0-Alpha+x' });
    const versions = ['1.0.0', '1.3.0-Alpha+x'];
    const any = 'prerelease=true&semVerLevel=2.0.0';

    const index = (await get('/v3/registration/probe/index.json')).json<{
      items: { items: { catalogEntry: { version: string } }[] }[];
    }>();
    const leaf = (await get('/v3/registration/probe/1.3.0-alpha.json')).json<object>();
    const search = (await get(`/v3/search?q=probe&${any}`)).json<{
      data: { version: string; versions: { version: string }[] }[];
    }>();

    expect(index.items[0]?.items.map(({ catalogEntry }) => catalogEntry.version)).toEqual(versions);
    expect(leaf).toMatchObject({ catalogEntry: { version: '1.3.0-Alpha+x' } });
    expect(search.data[0]?.version).toBe('1.3.0-Alpha+x');
    expect(search.data[0]?.versions.map(({ version }) => version)).toEqual(versions);
    expect((await get(`/v3/autocomplete?id=Probe&${any}`)).json()).toMatchObject({ data: versions });
    const nuspec = await get('/v3-flatcontainer/probe/1.3.0-alpha/probe.nuspec');
    expect(nuspec.body).toContain('<version>01.3.0-Alpha+x</version>');
  });

  test('a number that is none is a bad request', async () => {
    expect((await get('/v3/search?take=many')).statusCode).toBe(400);
    expect((await get('/v3/autocomplete?skip=-1')).statusCode).toBe(400);
  });
});

describe('a private repository', () => {
  test.each(['/r/team/v3/index.json', '/r/none/v3/index.json', '/r/team/v3-flatcontainer/probe/index.json'])(
    '%s challenges an anonymous reader',
    async (url) => {
      const response = await get(url);

      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Basic realm="Rookery"');
    },
  );

  test('with a token as Basic password everything stays on its mount', async () => {
    const authorization = `Basic ${btoa(`any:${writerToken}`)}`;
    await push();

    const index = await get('/r/team/v3/index.json', { authorization });

    expect(index.headers['cache-control']).toBe('private, max-age=300');
    const addresses = index.json<{ resources: { '@id': string; '@type': string }[] }>().resources;
    const protocol = addresses.filter((resource) => !resource['@type'].includes('DetailsUri'));
    for (const { '@id': url } of protocol) expect(url).toMatch(/^http:\/\/rookery\.test\/nuget\/r\/team\//);
    expect((await get('/r/team/v3/registration/probe/index.json', { authorization })).statusCode).toBe(200);
    expect((await get('/r/none/v3/index.json', { authorization })).statusCode).toBe(404);
  });
});
