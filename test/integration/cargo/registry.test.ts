import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildCrate, publishBody } from '../../../ecosystems/cargo/fixtures/archives.ts';
import { richDeclared, richFiles } from '../../../ecosystems/cargo/fixtures/manifests.ts';
import { indexPath } from '../../../ecosystems/cargo/fixtures/own-words.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

const { version, metadata } = richDeclared;

let platform: Platform;
let author: TestUser;
let name: string;
let crate: Buffer;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  name = uniqueName('rich');
  crate = await richCrate(name);
  expect((await publish(bodyOf(name, crate))).status).toBe(200);
});
afterAll(() => platform?.stop());

function richCrate(called: string): Promise<Buffer> {
  const files = Object.entries(richFiles).map((file) =>
    file.map((text) => text.replaceAll('probe-rich', called)),
  );
  return buildCrate(Object.fromEntries(files));
}

function bodyOf(called: string, file: Buffer, more: object = {}): Buffer {
  return publishBody({ name: called, vers: version, ...metadata, ...more }, file);
}

function ask(method: string, path: string, body?: Buffer | string, headers: Record<string, string> = {}) {
  return fetch(`${platform.url}/cargo${path}`, {
    method,
    headers: { authorization: author.token, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
}

const publish = (body: Buffer, headers?: Record<string, string>) =>
  ask('PUT', '/api/v1/crates/new', body, headers);
const get = (path: string) => fetch(`${platform.url}/cargo${path}`);
const jsonOf = async (path: string) => (await (await get(path)).json()) as Record<string, unknown>;
const anyError = { errors: [{ detail: expect.any(String) as unknown }] };

describe('a publish', () => {
  test.each<[string, () => Record<string, string>]>([
    ['no content type', () => ({})],
    ['octet-stream', () => ({ 'content-type': 'application/octet-stream' })],
    ['a wrong content type', () => ({ 'content-type': 'application/json' })],
    ['a bearer token', () => ({ authorization: `Bearer ${author.token}` })],
  ])('with %s is accepted, and a warning with it', async (_title, headers) => {
    const fresh = uniqueName('rich');
    const keywords = ['a', 'b', 'c', 'd', 'e', 'f'];

    const response = await publish(bodyOf(fresh, await richCrate(fresh), { keywords }), headers());

    expect([response.status, await response.json()]).toEqual([
      200,
      {
        warnings: {
          invalid_categories: [],
          invalid_badges: [],
          other: ['a crate should have at most 5 keywords'],
        },
      },
    ]);
    const index = await get(`/index/${indexPath(fresh)}`);
    expect(await index.json()).toMatchObject({ name: fresh, vers: version, v: 2 });
  });

  test.each<[string, (called: string, file: Buffer) => Buffer, number]>([
    ['of a cut crate', (called, file) => bodyOf(called, file).subarray(0, -1), 400],
    ['with bytes after the crate', (called, file) => Buffer.concat([bodyOf(called, file), file]), 400],
    ['without a body', () => Buffer.alloc(0), 400],
    ['without JSON', (_called, file) => publishBody('{', file), 400],
    ['of other dependencies than the archive’s', (called, file) => bodyOf(called, file, { deps: [] }), 400],
    ['of too much metadata', (called, file) => bodyOf(called, file, { readme: 'x'.repeat(1 << 20) }), 413],
  ])('%s is refused and leaves nothing behind', async (_title, change, status) => {
    const fresh = uniqueName('rich');

    const response = await publish(change(fresh, await richCrate(fresh)));

    expect([response.status, await response.json()]).toEqual([status, anyError]);
    expect((await get(`/index/${indexPath(fresh)}`)).status).toBe(404);
  });
});

test('without a token that may publish nothing is read or changed', async () => {
  const created = await fetch(`${platform.url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'reads', scopes: ['tokens:read'] }),
  });
  const { token: reader } = (await created.json()) as { token: string };
  const requests = [
    ['PUT', '/new', bodyOf(name, crate)],
    ['DELETE', `/${name}/${version}/yank`],
    ['PUT', `/${name}/${version}/unyank`],
    ['PUT', `/${name}/owners`, '{"users":["bob"]}'],
  ] as const;

  for (const [authorization, status] of [
    ['', 401],
    ['pub_wrong', 401],
    [reader, 403],
  ] as const) {
    for (const [method, path, body] of requests) {
      const response = await ask(method, `/api/v1/crates${path}`, body, { authorization });
      const challenge = status === 401 ? `Cargo login_url="${platform.url}/cargo/me"` : null;
      expect([response.status, response.headers.get('www-authenticate')], path).toEqual([status, challenge]);
    }
  }
});

describe('the index', () => {
  test.each(['1/a', 'nonsense', 'xx/xx/probe-rich'])('has an empty 404 at %s', async (path) => {
    const response = await get(`/index/${path}`);

    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  test('has a crate at one path only', async () => {
    const path = indexPath(name);

    for (const other of [path.replace('ri/', 'xx/'), path.replace('/rich', '/Rich')]) {
      expect((await get(`/index/${other}`)).status, other).toBe(404);
    }
    expect((await get(`/index/${path}`)).status).toBe(200);
  });

  test('has a configuration that names its mount', async () => {
    const shared = await jsonOf('/index/config.json');
    const own = await (await ask('GET', `/r/${author.username}/index/config.json`)).json();

    const url = `${platform.url}/cargo`;
    const dl = `${url}/api/v1/crates/{crate}/{version}/download`;
    expect(shared).toEqual({ dl, api: url, 'auth-required': false });
    expect(own).toMatchObject({ api: `${url}/r/${author.username}`, 'auth-required': true });
  });
});

describe('a crate', () => {
  test('is downloaded under every spelling', async () => {
    for (const path of [`${name}/${version}`, `${name.replace('r', 'R').replaceAll('-', '_')}/0.2.0-rc.1`]) {
      const response = await get(`/api/v1/crates/${path}/download`);
      expect(Buffer.from(await response.arrayBuffer()).equals(crate), path).toBe(true);
    }
  });

  test.each(['rich/9.9.9', 'rich/latest', 'no-such/1.0.0', 'std/1.0.0'])('is missing at %s', async (path) => {
    const response = await get(`/api/v1/crates/${path.replace('rich', name)}/download`);

    expect([response.status, await response.json()]).toEqual([404, anyError]);
  });

  test('is yanked and no longer yanked in the index', async () => {
    for (const [method, verb, yanked] of [
      ['DELETE', 'yank', true],
      ['PUT', 'unyank', false],
    ] as const) {
      const response = await ask(method, `/api/v1/crates/${name}/0.2.0-rc.1/${verb}`);

      expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
      expect(await jsonOf(`/index/${indexPath(name)}`)).toMatchObject({ yanked });
    }
  });

  test('has owners that come and go; its own owner and teams of other services do not', async () => {
    const friend = await platform.createUser();
    const path = `/api/v1/crates/${name}/owners`;
    const change = async (method: 'PUT' | 'DELETE', users: string[]) => {
      const response = await ask(method, path, JSON.stringify({ users }));
      return [response.status, await response.json()];
    };
    const errorWith = (text: string) => ({ errors: [{ detail: expect.stringContaining(text) as unknown }] });

    const owner = { id: expect.any(Number) as unknown, login: author.username, name: null };
    expect(await jsonOf(path)).toEqual({ users: [owner] });
    expect(await change('PUT', [friend.username])).toEqual([
      200,
      { ok: true, msg: `${friend.username} may publish ${name} now` },
    ]);
    expect(await jsonOf(path)).toMatchObject({ users: [owner, { login: friend.username }] });
    expect(await change('PUT', ['github:acme:core'])).toEqual([400, errorWith('putTeamPackageAccess')]);
    expect((await change('DELETE', [friend.username]))[0]).toBe(200);
    expect((await change('DELETE', [friend.username]))[0]).toBe(404);
    expect(await change('DELETE', [author.username])).toEqual([403, errorWith('transfer it')]);
    expect((await change('PUT', ['no-such-user']))[0]).toBe(404);
    expect((await change('PUT', []))[0]).toBe(400);
  });

  test('has pages beside the index', async () => {
    await expect
      .poll(() => jsonOf(`/api/v1/crates?q=${name}&per_page=10`), { timeout: 15_000 })
      .toMatchObject({
        crates: [{ name, max_version: version, description: 'Many dependencies' }],
        meta: { total: 1 },
      });
    expect((await get('/api/v1/crates?per_page=many')).status).toBe(200);
    const page = `/api/v1/crates/${name}`;
    expect(await jsonOf(page)).toMatchObject({ crate: { name } });
    expect(await jsonOf(`${page}/versions`)).toMatchObject({ meta: { total: 1 } });
    expect(await jsonOf(`${page}/0.2.0-rc.1`)).toMatchObject({ version: { num: version, yanked: false } });
    const { dependencies } = await jsonOf(`${page}/0.2.0-rc.1/dependencies`);
    expect(dependencies).toHaveLength(6);
  });
});

test('unknown paths are answered in the shape of cargo', async () => {
  const response = await get('/api/v2/nothing');

  expect([response.status, await response.json()]).toEqual([404, { errors: [{ detail: 'page not found' }] }]);
});

test('the page with tokens says how to get one', async () => {
  const response = await get('/me');

  expect(response.headers.get('content-type')).toContain('text/html');
  expect(await response.text()).toContain(`${platform.url}/v1/tokens`);
});
