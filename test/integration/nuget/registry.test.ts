import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageForm } from '../../../ecosystems/nuget/fixtures/form.ts';
import { buildNupkg, type NupkgInput } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { uniqueId } from '../../clients/nuget/packages.ts';

const embedded: Omit<NupkgInput, 'id' | 'version'> = {
  files: [
    { path: 'README.md', body: '# Probe' },
    { path: 'icon.png', body: Buffer.from('89504e470d0a1a0a', 'hex') },
    { path: 'LICENSE', body: 'Free' },
  ],
  nuspec: {
    metadata: '<readme>README.md</readme><icon>icon.png</icon><license type="file">LICENSE</license>',
  },
};

let platform: Platform;
let author: TestUser;
let reader: string;
let id: string;
let key: string;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  const { token } = await manage('POST', '/tokens', { name: 'reads', scopes: ['tokens:read'] });
  reader = String(token);
  id = uniqueId('Probe');
  key = id.toLowerCase();
  expect((await push(buildNupkg({ id, version: '1.0.0', ...embedded }))).status).toBe(201);
});
afterAll(() => platform?.stop());

async function manage(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${platform.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

function push(bytes: Buffer, credential: Record<string, string> = { 'x-nuget-apikey': author.token }) {
  const { payload, headers } = packageForm(bytes);
  const body = new Uint8Array(payload);
  return fetch(`${platform.url}/nuget/v2/package`, {
    method: 'PUT',
    headers: { ...headers, ...credential },
    body,
  });
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(`${platform.url}/nuget${path}`, { method, headers, redirect: 'manual' });
}

const jsonOf = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;
const basicOf = (token: string) => ({ authorization: `Basic ${btoa(`any:${token}`)}` });

describe('a push', () => {
  test('of the same version in another spelling is a conflict with the first one', async () => {
    const response = await push(buildNupkg({ id: id.toUpperCase(), version: '1.0.0.0+x' }));

    const sentence = `${id} 1.0.0 already exists`;
    expect([response.status, response.statusText]).toEqual([409, sentence]);
    expect(await response.json()).toEqual({ error: sentence });
  });

  test.each([
    ['no archive', Buffer.from('x')],
    ['a bad id', buildNupkg({ id: 'Pro be', version: '1.0.0' })],
    ['a bad version', buildNupkg({ id: 'Probe', version: '1.0.0-é' })],
    ['an empty file', Buffer.alloc(0)],
  ])('of %s is a bad request', async (_title, bytes) => {
    const response = await push(bytes);

    expect([response.status, response.statusText]).toEqual([400, expect.stringMatching(/^[\x20-\x7e]+$/)]);
    expect(await response.json()).toEqual({ error: expect.stringMatching(/\w/) });
  });

  test('is a form', async () => {
    const put = (init: RequestInit & { headers?: Record<string, string> }) =>
      fetch(`${platform.url}/nuget/v2/package`, {
        method: 'PUT',
        ...init,
        headers: { 'x-nuget-apikey': author.token, ...init.headers },
      });

    expect((await put({ headers: { 'content-type': 'application/json' }, body: '{}' })).status).toBe(415);
    expect((await put({})).status).toBe(400);
  });

  test.each<[string, () => Record<string, string>, number]>([
    ['no key', () => ({}), 401],
    ['an unknown key', () => ({ 'x-nuget-apikey': 'pub_unknown' }), 401],
    ['a key that may only read', () => ({ 'x-nuget-apikey': reader }), 403],
    ['a key in the other header', () => ({ 'x-dotnet-apikey': author.token }), 201],
    ['a bearer token', () => ({ authorization: `Bearer ${author.token}` }), 201],
    ['a Basic password', () => basicOf(author.token), 201],
  ])('with %s is decided by it', async (_title, credential, status) => {
    const fresh = uniqueId('Probe');

    const response = await push(buildNupkg({ id: fresh, version: '1.0.0' }), credential());

    const challenge = status === 401 ? 'Basic realm="Rookery"' : null;
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, challenge]);
    const listed = await get(`/v3-flatcontainer/${fresh.toLowerCase()}/index.json`);
    expect(listed.status).toBe(status === 201 ? 200 : 404);
  });
});

test.each<[string, string, () => string, number]>([
  ['of a missing version', '2.0.0', () => author.token, 404],
  ['of a version that is none', 'x', () => author.token, 404],
  ['with a key that may only read', '1.0.0', () => reader, 403],
])('an unlisting %s is refused', async (_title, version, token, status) => {
  const response = await get(`/v2/package/${id}/${version}`, { 'x-nuget-apikey': token() }, 'DELETE');

  expect(response.status).toBe(status);
});

describe('a read', () => {
  test.each([
    ['probe.1.0.0.nupkg', 'application/octet-stream'],
    ['probe.nuspec', 'application/xml'],
    ['readme', 'text/markdown; charset=utf-8'],
    ['icon', 'image/png'],
    ['license', 'text/plain; charset=utf-8'],
  ])('of %s has the type %s', async (file, type) => {
    const path = `/v3-flatcontainer/${key}/1.0.0/${file.replace('probe', key)}`;

    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];

    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, type]);
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test.each([
    ['/v3-flatcontainer/Probe/index.json', '/v3-flatcontainer/probe/index.json'],
    ['/v3-flatcontainer/Probe/1.0/Probe.1.0.nupkg', '/v3-flatcontainer/probe/1.0.0/probe.1.0.0.nupkg'],
    ['/v3-flatcontainer/probe/1.0.0/Probe.nuspec', '/v3-flatcontainer/probe/1.0.0/probe.nuspec'],
    ['/v3-flatcontainer/probe/1.0.0-RC/README', '/v3-flatcontainer/probe/1.0.0-rc/readme'],
    ['/v3/registration/PROBE/index.json', '/v3/registration/probe/index.json'],
    ['/v3/registration-semver1/probe/1.0.0-RC.json', '/v3/registration-semver1/probe/1.0.0-rc.json'],
  ])('of %s is sent to %s', async (asked, canonical) => {
    const response = await get(asked);

    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      `${platform.url}/nuget${canonical}`,
    ]);
  });

  test.each([
    '/v3-flatcontainer/other/index.json',
    '/v3-flatcontainer/a..b/index.json',
    '/v3-flatcontainer/probe/1.0.0/other.1.0.0.nupkg',
    '/v3-flatcontainer/probe/1.0.0/.signature.p7s',
    '/v3-flatcontainer/probe/x/probe.x.nupkg',
    '/v3/registration/probe/2.0.0.json',
    '/v3/registration/probe/1.0.0',
    '/v3/nothing',
    '/nothing',
  ])('of %s is not found in the shape of the protocol', async (path) => {
    const response = await get(path.replaceAll('probe', key));

    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.stringMatching(/not found$/) },
    ]);
  });

  test('of the service index is public, and answered once', async () => {
    const first = await get('/v3/index.json');
    const again = await get('/v3/index.json', { 'if-none-match': String(first.headers.get('etag')) });

    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});

describe('a search', () => {
  test('finds a package by its type', async () => {
    const found = (type: string) =>
      jsonOf(`/v3/search?q=packageid:${id}&packageType=${encodeURIComponent(type)}`);

    await expect.poll(() => found('dependency'), { timeout: 15_000 }).toMatchObject({ totalHits: 1 });
    expect(await found('DotnetTool')).toMatchObject({ totalHits: 0 });
    expect(await found('no/such type')).toMatchObject({ totalHits: 0 });
  });

  test('completes names by their beginnings only, and no versions of a missing package', async () => {
    const nothing = { totalHits: 0, data: [] };

    expect(await jsonOf(`/v3/autocomplete?q=${key.slice(1)}`)).toEqual(nothing);
    expect(await jsonOf(`/v3/autocomplete?id=${uniqueId('None')}`)).toEqual(nothing);
  });

  test('finds a package at once with what is left, when its newest version is unlisted', async () => {
    const twice = uniqueId('Unlisted');
    for (const version of ['1.0.0', '2.0.0'])
      expect((await push(buildNupkg({ id: twice, version }))).status).toBe(201);
    const found = () => jsonOf(`/v3/search?q=packageid:${twice}`);
    await eventually(async () => expect(await found()).toMatchObject({ data: [{ version: '2.0.0' }] }));

    const unlisted = await get(`/v2/package/${twice}/2.0.0`, { 'x-nuget-apikey': author.token }, 'DELETE');

    expect(unlisted.status).toBe(204);
    expect(await found()).toMatchObject({ totalHits: 1, data: [{ id: twice, version: '1.0.0' }] });
  });

  test('with a number that is none is a bad request', async () => {
    expect((await get('/v3/search?take=many')).status).toBe(400);
    expect((await get('/v3/autocomplete?skip=-1')).status).toBe(400);
  });

  test('shows a version as every client writes it, whatever its author wrote', async () => {
    const spelled = uniqueId('Probe');
    const versions = ['1.0.0', '1.3.0-Alpha+x'];
    for (const version of ['1.00.0.0', '01.3.0-Alpha+x']) await push(buildNupkg({ id: spelled, version }));
    const any = 'prerelease=true&semVerLevel=2.0.0';
    const registration = `/v3/registration/${spelled.toLowerCase()}`;
    const entry = (version: string) => expect.objectContaining({ version }) as unknown;

    await expect
      .poll(() => jsonOf(`/v3/search?q=packageid:${spelled}&${any}`), { timeout: 15_000 })
      .toMatchObject({ data: [{ version: '1.3.0-Alpha+x', versions: versions.map(entry) }] });
    expect(await jsonOf(`${registration}/index.json`)).toMatchObject({
      items: [{ items: versions.map((version) => ({ catalogEntry: { version } })) }],
    });
    expect(await jsonOf(`${registration}/1.3.0-alpha.json`)).toMatchObject({
      catalogEntry: { version: '1.3.0-Alpha+x' },
    });
    expect(await jsonOf(`/v3/autocomplete?id=${spelled}&${any}`)).toMatchObject({ data: versions });
    const folder = `/v3-flatcontainer/${spelled.toLowerCase()}/1.3.0-alpha`;
    const nuspec = await get(`${folder}/${spelled.toLowerCase()}.nuspec`);
    expect(await nuspec.text()).toContain('<version>01.3.0-Alpha+x</version>');
  });
});

test('a private repository challenges, and keeps everything on its mount', async () => {
  const slug = `${author.username}-team`;
  await manage('POST', '/repositories', { name: 'Team', slug, kind: 'private' });
  const login = basicOf(author.token);

  for (const path of [
    `${slug}/v3/index.json`,
    'none/v3/index.json',
    `${slug}/v3-flatcontainer/${key}/index.json`,
  ]) {
    const response = await get(`/r/${path}`);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Rookery"',
    ]);
  }
  expect((await get('/r/none/v3/index.json', login)).status).toBe(404);
  const index = await get(`/r/${slug}/v3/index.json`, login);
  expect([index.status, index.headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
  expect(await index.text()).toContain(`"${platform.url}/nuget/r/${slug}/v3/search"`);
});

test('hits have addresses on the mount that asked', async () => {
  const search = async () =>
    (
      await get(`/r/${author.username}/v3/search?q=packageid:${id}`, basicOf(reader))
    ).json() as Promise<unknown>;

  const registration = `${platform.url}/nuget/r/${author.username}/v3/registration/${key}/index.json`;
  await expect
    .poll(search, { timeout: 15_000 })
    .toMatchObject({ totalHits: 1, data: [{ id, registration }] });
});
