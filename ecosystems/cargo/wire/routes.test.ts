import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { buildCrate, publishBody } from '../fixtures/archives.ts';
import { richDeclared, richFiles } from '../fixtures/manifests.ts';
import { createMemoryPlatform, readerToken, writerToken, type MemoryPlatform } from '../fixtures/platform.ts';

const crate = await buildCrate(richFiles);
const { name, version: vers, metadata } = richDeclared;
const json = { name, vers, ...metadata, description: 'Many dependencies', readme: 'x'.repeat(10_000) };

let platform: MemoryPlatform;

beforeEach(async () => {
  platform = await createMemoryPlatform();
});

afterEach(async () => {
  await platform.app.close();
});

function publish(payload: Buffer = publishBody(json, crate), headers: Record<string, string> = {}) {
  const url = '/cargo/api/v1/crates/new';
  return platform.app.inject({
    method: 'PUT',
    url,
    payload,
    headers: { authorization: writerToken, ...headers },
  });
}

function get(url: string) {
  return platform.app.inject({ method: 'GET', url });
}

test.each([
  ['no content type', {}],
  ['octet-stream', { 'content-type': 'application/octet-stream' }],
  ['a wrong content type', { 'content-type': 'application/json' }],
  ['a bearer token', { authorization: `Bearer ${writerToken}` }],
])('a crate is published with %s', async (_title, headers) => {
  const response = await publish(undefined, headers);

  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ warnings: { invalid_categories: [], invalid_badges: [], other: [] } });
  const index = await get('/cargo/index/pr/ob/probe-rich');
  expect(index.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(index.json()).toMatchObject({ name: 'probe-rich', vers: '0.2.0-rc.1+build.5', v: 2 });
});

test('only what the archive must agree with travels on with a publish', async () => {
  await publish();

  expect(platform.published[0]?.declared).toEqual(richDeclared);
});

test.each([
  ['held', 'held for review: http://rookery.test/packages/cargo/probe-rich/0.2.0-rc.1+build.5'],
  ['pending', 'still being checked: http://rookery.test/packages/cargo/probe-rich/0.2.0-rc.1+build.5'],
] as const)('a %s publish is accepted with a warning that says where to look', async (status, warning) => {
  platform.receipt = status;

  const response = await publish();

  expect(response.statusCode).toBe(202);
  expect(response.json()).toMatchObject({ warnings: { other: [warning] } });
});

test('too many keywords are a warning', async () => {
  const response = await publish(publishBody({ ...json, keywords: ['a', 'b', 'c', 'd', 'e', 'f'] }, crate));

  expect(response.json()).toMatchObject({ warnings: { other: ['a crate should have at most 5 keywords'] } });
});

test.each<[string, Buffer, number]>([
  ['a cut crate', publishBody(json, crate).subarray(0, -1), 400],
  ['bytes after the crate', Buffer.concat([publishBody(json, crate), Buffer.from('x')]), 400],
  ['an empty body', Buffer.alloc(0), 400],
  ['no JSON', publishBody('{', crate), 400],
  ['JSON of another shape', publishBody({ name: 7 }, crate), 400],
  ['a bad name', publishBody({ ...json, name: '../x' }, crate), 400],
  ['a reserved name', publishBody({ ...json, name: 'std' }, crate), 400],
  ['a bad version', publishBody({ ...json, vers: '1' }, crate), 400],
  ['another dependency list than the archive', publishBody({ ...json, deps: [] }, crate), 400],
  ['metadata above the limit', publishBody({ ...json, readme: 'x'.repeat(1 << 20) }, crate), 413],
])('%s is refused and leaves nothing behind', async (_title, body, status) => {
  const response = await publish(body);

  expect(response.statusCode).toBe(status);
  expect(response.json()).toEqual({ errors: [{ detail: expect.any(String) }] });
  expect(platform.staged.size).toBe(0);
  expect((await get('/cargo/index/pr/ob/probe-rich')).statusCode).toBe(404);
});

test('a version is published once, whatever its build metadata', async () => {
  await publish();

  const response = await publish();

  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ errors: [{ detail: 'probe-rich 0.2.0-rc.1+build.5 already exists' }] });
});

test.each([
  ['no token', {}, 401],
  ['a wrong token', { authorization: 'pub_wrong' }, 401],
  ['a token without the scope', { authorization: readerToken }, 403],
])('with %s nothing is read or changed', async (_title, headers, status) => {
  const requests = [
    { method: 'PUT', url: '/cargo/api/v1/crates/new', payload: publishBody(json, crate) },
    { method: 'DELETE', url: '/cargo/api/v1/crates/probe/1.0.0/yank' },
    { method: 'PUT', url: '/cargo/api/v1/crates/probe/1.0.0/unyank' },
    { method: 'PUT', url: '/cargo/api/v1/crates/probe/owners', payload: '{"users":["bob"]}' },
  ] as const;

  for (const request of requests) {
    const response = await platform.app.inject({ ...request, headers });
    expect(response.statusCode).toBe(status);
    const challenge = status === 401 ? 'Cargo login_url="http://rookery.test/cargo/me"' : undefined;
    expect(response.headers['www-authenticate']).toBe(challenge);
  }
  expect(platform.staged.size).toBe(0);
});

test('a missing index file is an empty 404', async () => {
  for (const path of ['pr/ob/probe', '1/a', 'nonsense', 'pr/ob/Probe', 'xx/xx/probe-rich']) {
    const response = await get(`/cargo/index/${path}`);
    expect([response.statusCode, response.body]).toEqual([404, '']);
  }
});

test('the configuration names the mount it was asked through', async () => {
  const shared = await get('/cargo/index/config.json');
  const closed = await get('/cargo/r/team/index/config.json');
  const open = await get('/cargo/r/open/index/config.json');
  const own = await platform.app.inject({
    url: '/cargo/r/team/index/config.json',
    headers: { authorization: readerToken },
  });

  expect(shared.json()).toEqual({
    dl: 'http://rookery.test/cargo/api/v1/crates/{crate}/{version}/download',
    api: 'http://rookery.test/cargo',
    'auth-required': false,
  });
  expect(closed.statusCode).toBe(401);
  expect(open.json()).toMatchObject({ api: 'http://rookery.test/cargo/r/open', 'auth-required': true });
  expect(own.json()).toMatchObject({ api: 'http://rookery.test/cargo/r/team', 'auth-required': true });
});

test.each(['probe-rich/0.2.0-rc.1+build.5', 'Probe_Rich/0.2.0-rc.1'])('%s is downloaded', async (path) => {
  await publish();

  const response = await get(`/cargo/api/v1/crates/${path}/download`);

  expect(response.rawPayload.equals(crate)).toBe(true);
});

test.each(['probe-rich/9.9.9', 'probe-rich/latest', 'no-such/1.0.0', 'std/1.0.0'])(
  '%s is not there',
  async (path) => {
    const response = await get(`/cargo/api/v1/crates/${path}/download`);

    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ errors: [{ detail: expect.any(String) }] });
  },
);

test('yank and unyank answer ok and show in the index', async () => {
  await publish();
  const url = '/cargo/api/v1/crates/probe-rich/0.2.0-rc.1';
  const headers = { authorization: writerToken };

  const yank = await platform.app.inject({ method: 'DELETE', url: `${url}/yank`, headers });
  expect(yank.json()).toEqual({ ok: true });
  expect((await get('/cargo/index/pr/ob/probe-rich')).json()).toMatchObject({ yanked: true });

  const unyank = await platform.app.inject({ method: 'PUT', url: `${url}/unyank`, headers });
  expect(unyank.json()).toEqual({ ok: true });
  expect((await get('/cargo/index/pr/ob/probe-rich')).json()).toMatchObject({ yanked: false });
});

test('owners are listed, added and removed, and teams of other services are refused in words', async () => {
  await publish();
  const url = '/cargo/api/v1/crates/probe-rich/owners';
  const change = (method: 'PUT' | 'DELETE', users: string[]) =>
    platform.app.inject({ method, url, payload: { users }, headers: { authorization: writerToken } });
  const listed = async () =>
    z
      .object({ users: z.array(z.object({ login: z.string() })) })
      .parse((await get(url)).json())
      .users.map(({ login }) => login);

  expect((await get(url)).json()).toEqual({ users: [{ id: 70, login: 'alice', name: null }] });
  expect((await change('PUT', ['bob'])).json()).toEqual({
    ok: true,
    msg: 'bob may publish probe-rich now',
  });
  expect(await listed()).toEqual(['alice', 'bob']);
  expect((await change('PUT', ['github:acme:core'])).json()).toMatchObject({
    errors: [{ detail: expect.stringContaining('putTeamPackageAccess') }],
  });
  expect((await change('DELETE', ['bob'])).statusCode).toBe(200);
  expect(await listed()).toEqual(['alice']);
  expect((await change('DELETE', ['bob'])).statusCode).toBe(404);
  expect((await change('DELETE', ['alice'])).json()).toMatchObject({
    errors: [{ detail: expect.stringContaining('transfer it') }],
  });
  expect((await change('PUT', ['unknown'])).statusCode).toBe(404);
  expect((await change('PUT', [])).statusCode).toBe(400);
});

test('search and crate pages tell what the index does not', async () => {
  await publish();

  expect((await get('/cargo/api/v1/crates?q=rich&per_page=10')).json()).toMatchObject({
    crates: [{ name: 'probe-rich', max_version: '0.2.0-rc.1+build.5', description: 'Many dependencies' }],
    meta: { total: 1 },
  });
  expect((await get('/cargo/api/v1/crates?per_page=many')).statusCode).toBe(200);
  expect((await get('/cargo/api/v1/crates/probe-rich')).json()).toMatchObject({
    crate: { name: 'probe-rich' },
  });
  expect((await get('/cargo/api/v1/crates/probe-rich/versions')).json()).toMatchObject({
    meta: { total: 1 },
  });
  const release = '/cargo/api/v1/crates/probe-rich/0.2.0-rc.1';
  expect((await get(release)).json()).toMatchObject({
    version: { num: '0.2.0-rc.1+build.5', yanked: false },
  });
  expect((await get(`${release}/dependencies`)).json().dependencies).toHaveLength(6);
});

test('unknown paths below the mount answer in the shape of cargo', async () => {
  const response = await get('/cargo/api/v2/nothing');

  expect(response.statusCode).toBe(404);
  expect(response.json()).toEqual({ errors: [{ detail: 'page not found' }] });
});

test('an unexpected failure tells nothing about itself', async () => {
  platform.published.push = () => {
    throw new Error('SELECT secret');
  };

  const response = await publish();

  expect(response.statusCode).toBe(500);
  expect(response.json()).toEqual({ errors: [{ detail: 'internal error' }] });
});

test('the token page says how to get a token', async () => {
  const response = await get('/cargo/me');

  expect(response.headers['content-type']).toContain('text/html');
  expect(response.body).toContain('http://rookery.test/v1/tokens');
});
