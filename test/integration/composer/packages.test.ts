import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../ecosystems/composer/fixtures/dist.ts';
import { credential } from '../../security/publish.ts';
import { publishDist, zipOf } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
let author: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

const newName = () => `${uniqueName('v').toLowerCase()}/probe`;
const sha1 = (body: Uint8Array) => createHash('sha1').update(body).digest('hex');
const ask = (path: string, init: RequestInit = {}) => fetch(`${platform.url}/composer/${path}`, init);
const read = async (path: string, token?: string) => {
  const response = await ask(
    path,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  );
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
};
const publish = async (name: string, version: string, manifest: Record<string, unknown> = {}) => {
  const published = await publishDist(platform, author, { name, version, manifest });
  expect(published).toMatchObject({ status: 201, body: { ok: true, name, version, status: 'published' } });
  return published.zip;
};
interface Entry extends Record<string, unknown> {
  version: string;
  dist: { url: string; shasum: string; reference: string };
}
interface Metadata {
  packages: Record<string, Entry[]>;
  minified?: string;
}
const metadata = async (path: string): Promise<Metadata> => (await read(path)).body;
const change = (method: string, path: string, token = author.token) =>
  ask(path, { method, headers: { authorization: `Bearer ${token}` } });
const v1 = (method: string, path: string, body: object) =>
  fetch(`${platform.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('documents of a package', () => {
  it('have tagged versions newest first and minified, branches beside them, and whole ones', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const zip = await publish(name, 'v1.1.0', { bin: ['bin/probe'] });
    await publish(name, 'dev-main');

    const tagged = await metadata(`p2/${name}.json`);
    const branches = await metadata(`p2/${name}~dev.json`);
    const whole = await metadata(`p/${name}.json`);

    const [first, second] = tagged.packages[name] ?? [];
    expect(tagged.minified).toBe('composer/2.0');
    expect(first).toMatchObject({
      name,
      version: 'v1.1.0',
      version_normalized: '1.1.0.0',
      license: ['MIT'],
      type: 'library',
      require: { php: '>=7.4' },
      bin: ['bin/probe'],
      dist: { type: 'zip', shasum: sha1(zip), reference: sha1(zip) },
      'notification-url': `${platform.url}/composer/api/downloads`,
    });
    expect(first?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(second).toMatchObject({ version: '1.0.0', version_normalized: '1.0.0.0', bin: '__unset' });
    expect(second).not.toHaveProperty('require');
    expect(branches.packages[name]).toMatchObject([{ version: 'dev-main', version_normalized: 'dev-main' }]);
    expect(whole.minified).toBeUndefined();
    expect(whole.packages[name]?.[1]).toMatchObject({ name, version: '1.0.0', require: { php: '>=7.4' } });
    const own = await metadata(`r/${author.username}/p2/${name}.json`);
    expect(own.packages[name]?.[0]?.dist.url).toContain(`/composer/r/${author.username}/files/${name}/`);
    const file = await fetch(first?.dist.url ?? '');
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(Buffer.from(await file.arrayBuffer()).equals(zip)).toBe(true);
  });

  it('have a constraint with an inline alias as it was written', async () => {
    const name = newName();
    const require = { 'acme/forked': 'dev-fix as 1.2.3', 'acme/other': '1.0.x-dev#0a1b2c3 as 1.0.0' };
    await publish(name, '1.0.0', { require });

    const { packages } = await metadata(`p2/${name}.json`);

    expect(packages[name]).toMatchObject([{ version: '1.0.0', require }]);
  });

  it('are not sent again before they change, and their time rises', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const first = await ask(`p2/${name}.json`);
    const since = first.headers.get('last-modified') ?? '';

    const again = await ask(`p2/${name}.json`, { headers: { 'if-modified-since': since } });
    const byTag = await ask(`p2/${name}.json`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    await publish(name, '1.0.1');
    const changed = await ask(`p2/${name}.json`, { headers: { 'if-modified-since': since } });

    expect([again.status, await again.text(), byTag.status]).toEqual([304, '', 304]);
    expect(changed.status).toBe(200);
    expect(Date.parse(changed.headers.get('last-modified') ?? '')).toBeGreaterThan(Date.parse(since));
    expect((await ask(`p2/${name}~dev.json`)).status).toBe(404);
    expect((await ask(`p2/${newName()}.json`)).status).toBe(404);
  });

  it('forget a yanked version, whose zip stays, until it is taken back', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');
    const url = (await metadata(`p2/${name}.json`)).packages[name]?.[0]?.dist.url ?? '';

    const yanked = await change('DELETE', `packages/${name}/versions/1.1.0`);
    const again = await change('DELETE', `packages/${name}/versions/v1.1`);
    const left = await metadata(`p2/${name}.json`);
    const file = await fetch(url);
    const stranger = await platform.createUser();
    const refused = await change('DELETE', `packages/${name}/versions/1.0.0`, stranger.token);
    const back = await change('POST', `packages/${name}/versions/1.1.0/unyank`);

    expect([yanked.status, await yanked.json(), again.status]).toEqual([
      200,
      { ok: true, name, version: '1.1.0' },
      200,
    ]);
    expect(left.packages[name]?.map(({ version }) => version)).toEqual(['1.0.0']);
    expect([file.status, refused.status, back.status]).toEqual([200, 403, 200]);
    expect((await metadata(`p2/${name}.json`)).packages[name]).toHaveLength(2);
    expect((await change('DELETE', `packages/${name}/versions/9.0`)).status).toBe(404);
  });

  it('say that a package is abandoned, and for what', async () => {
    const name = newName();
    await publish(name, '1.0.0');

    expect(
      (await v1('PATCH', `packages/composer/${encodeURIComponent(name)}`, { is_deprecated: true })).status,
    ).toBe(200);
    const plain = await metadata(`p2/${name}.json`);
    await v1('PATCH', `packages/composer/${encodeURIComponent(name)}`, {
      is_deprecated: true,
      deprecation_message: 'Acme/Next',
    });
    const named = await metadata(`p2/${name}.json`);

    expect(plain.packages[name]?.[0]?.['abandoned']).toBe(true);
    expect(named.packages[name]?.[0]?.['abandoned']).toBe('acme/next');
  });
});

describe('a publish', () => {
  it('of the same bytes is no other version; of other bytes it is refused', async () => {
    const name = newName();
    const zip = await publish(name, '1.0.0');

    const same = await publishDist(platform, author, { name, version: 'v1.0' }, { zip });
    const other = await publishDist(platform, author, { name, version: '1.0.0', files: { x: 'y' } });

    expect(same).toMatchObject({ status: 200, body: { ok: true, status: 'published' } });
    expect(other).toMatchObject({
      status: 409,
      body: { error: expect.any(String), errors: [{ status: 409 }] },
    });
  });

  it('takes a zip as it is, with everything else in its address', async () => {
    const name = newName();
    const body = new Uint8Array(zipOf({ name, folder: 'top/' }));
    const headers = {
      authorization: `Basic ${Buffer.from(`any:${author.token}`).toString('base64')}`,
      'content-type': 'application/zip',
    };

    const answer = await ask(`packages/${name}/versions/2.0.0`, { method: 'PUT', headers, body });

    expect([answer.status, await answer.json()]).toEqual([
      201,
      { ok: true, name, version: '2.0.0', status: 'published' },
    ]);
    expect((await metadata(`p2/${name}.json`)).packages[name]).toHaveLength(1);
  });

  it('takes composer.json beside the zip where both say the same, with a commit and its source', async () => {
    const name = newName();
    const draft = { name, version: '1.2.3', manifest: { version: '1.2.3' } };
    const manifest = JSON.stringify({
      name,
      version: '1.2.3',
      description: 'A probe',
      type: 'library',
      license: 'MIT',
      require: { php: '>=7.4' },
    });
    const send = (fields: Record<string, string>) =>
      fetch(`${platform.url}/composer/packages/${name}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${author.token}` },
        body: publishForm({ zip: zipOf(draft), fields }),
      });

    const nothing = await send({});
    const other = await send({ 'composer.json': manifest.replace('>=7.4', '>=8') });
    const reference = 'ab'.repeat(20);
    const sent = await send({ 'composer.json': manifest, reference, source_url: 'https://source.test/x' });

    expect([nothing.status, await nothing.text()]).toEqual([400, expect.stringContaining('no version')]);
    expect([other.status, await other.text()]).toEqual([400, expect.stringContaining('another require')]);
    expect(sent.status).toBe(201);
    expect((await metadata(`p2/${name}.json`)).packages[name]?.[0]).toMatchObject({
      dist: { reference },
      support: { source: 'https://source.test/x' },
    });
  });

  it.each([
    ['no credential', {}, 401],
    ['a reference that is none', { reference: 'main' }, 400],
    ['a source with a password', { source_url: 'https://a:b@source.test/' }, 400],
    ['a version that is none', { version: 'newest' }, 400],
    ['another version than the zip', { version: '2.0.0' }, 400],
    ['a composer.json of another package', { 'composer.json': '{"name":"other/probe"}' }, 400],
  ] as const)('with %s is refused in words, and nothing stays', async (_title, fields, status) => {
    const name = newName();
    const zip = zipOf({ name, version: '1.0.0' });
    const answer = await ask(`packages/${name}`, {
      method: 'PUT',
      headers: status === 401 ? {} : { authorization: `Bearer ${author.token}` },
      body: publishForm({ zip, fields: { version: '1.0.0', ...fields } }),
    });

    expect([answer.status, await answer.json()]).toEqual([
      status,
      { error: expect.any(String), errors: [{ status, message: expect.any(String) }] },
    ]);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
    expect((await ask(`p2/${name}.json`)).status).toBe(404);
    // the refused publish did not take the version
    await publish(name, '1.0.0');
  });

  it('that is held is hidden until it is approved', async () => {
    const name = newName();
    const files = { 'src/Key.php': `<?php const KEY = "${credential()}";` };

    const held = await publishDist(platform, author, { name, version: '1.0.0', files });

    expect(held).toMatchObject({
      status: 202,
      body: { status: 'quarantine', url: expect.stringContaining('/v1/packages/composer/') },
    });
    for (const path of [
      `p2/${name}.json`,
      `p/${name}.json`,
      `files/${name}/1.0.0.0/${name.replace('/', '-')}-1.0.0.0.zip`,
    ])
      expect((await ask(path)).status).toBe(404);
    expect(await (await ask(`list.json?filter=${name}`)).json()).toEqual({ packageNames: [] });
    expect(JSON.stringify(await (await ask('p2/filter-summary.json')).json())).not.toContain(name);
  });

  it('under a vendor of another user is refused', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const stranger = await platform.createUser();

    const taken = await publishDist(platform, stranger, {
      name: name.replace('/probe', '/other'),
      version: '1.0.0',
    });

    expect(taken.status).toBe(403);
  });
});

describe('a private repository', () => {
  it('asks for credentials under its own address, and is hidden elsewhere', async () => {
    const owner = await platform.createUser();
    const name = newName();
    const published = await publishDist(platform, owner, { name, version: '1.0.0' });
    expect(published.status).toBe(201);
    const hidden = await fetch(`${platform.url}/v1/repositories/${owner.username}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    expect(hidden.status).toBe(200);
    const own = `r/${owner.username}`;

    const anonymous = await ask(`${own}/packages.json`);
    const known = await read(`${own}/packages.json`, owner.token);
    const document = await read(`${own}/p2/${name}.json`, owner.token);

    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('Basic'),
    ]);
    expect(known.body).toMatchObject({
      'metadata-url': `${platform.url}/composer/${own}/p2/%package%.json`,
      'available-package-patterns': [`${name.split('/')[0]}/*`],
    });
    expect(document.status).toBe(200);
    expect(document.headers.get('cache-control')).toContain('private');
    expect((await ask(`p2/${name}.json`)).status).toBe(404);
    expect((await ask(`${own}/p2/${name}.json`)).status).toBe(401);
  });
});
