import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { approval } from '../../support/reviewing.ts';

let platform: Platform;
let author: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

const newName = () => `${uniqueName('v').toLowerCase()}/probe`;
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
};
const change = (method: string, path: string, token = author.token) =>
  ask(path, { method, headers: { authorization: `Bearer ${token}` } });
const v1 = (method: string, path: string, body: object) =>
  fetch(`${platform.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('lists', () => {
  it('have the root with absolute addresses, and patterns of what its reader may see', async () => {
    const [name, hidden] = [newName(), newName()];
    await publish(name, '1.0.0');
    await publish(hidden, '1.0.0');
    await v1('PATCH', `packages/composer/${encodeURIComponent(hidden)}`, { visibility: 'private' });
    const pattern = (each: string) => `${each.split('/')[0]}/*`;

    const anonymous = await read('packages.json');
    const known = await read('packages.json', author.token);
    const again = await ask('packages.json', {
      headers: { 'if-none-match': anonymous.headers.get('etag') ?? '' },
    });

    expect(known.headers.get('last-modified')).toBeNull();
    const root = anonymous.body as Record<string, unknown>;
    expect(root).toMatchObject({
      packages: [],
      'metadata-url': `${platform.url}/composer/p2/%package%.json`,
      'notify-batch': `${platform.url}/composer/api/downloads`,
      'security-advisories': { 'api-url': `${platform.url}/composer/api/security-advisories` },
      filter: { 'summary-url': `${platform.url}/composer/p2/filter-summary.json` },
    });
    expect(root['available-package-patterns']).toContain(pattern(name));
    expect(root['available-package-patterns']).not.toContain(pattern(hidden));
    expect((known.body as typeof root)['available-package-patterns']).toContain(pattern(hidden));
    expect([200, 304]).toContain(again.status);
    expect((await read('p2/' + hidden + '.json', author.token)).status).toBe(200);
    expect((await ask('p2/' + hidden + '.json')).status).toBe(404);
  });

  it('list by glob and type, search, and name who provides something', async () => {
    const vendor = newName().split('/')[0] ?? '';
    await publish(`${vendor}/one`, '1.0.0');
    await publish(`${vendor}/two-x`, '1.0.0', {
      type: 'metapackage-x',
      provide: { 'psr/log-implementation': '1.0' },
    });

    const all = await read(`list.json?filter=${vendor}/*`);
    const some = await read(`list.json?filter=${vendor}/t*x`);
    const typed = await read(`list.json?type=metapackage-x&vendor=${vendor}`);
    const found = await read(`search.json?q=${vendor}&per_page=1`);
    const providers = await read('providers/psr/log-implementation.json');

    expect(all.body).toEqual({ packageNames: [`${vendor}/one`, `${vendor}/two-x`] });
    expect(some.body).toEqual({ packageNames: [`${vendor}/two-x`] });
    expect(typed.body).toEqual({ packageNames: [`${vendor}/two-x`] });
    expect(found.body).toMatchObject({
      total: 2,
      results: [
        { name: expect.stringContaining(`${vendor}/`), description: 'A probe', favers: 0, abandoned: false },
      ],
      next: expect.stringContaining('page=2'),
    });
    expect(providers.body).toEqual({
      providers: expect.arrayContaining([
        { name: `${vendor}/two-x`, description: 'A probe', type: 'metapackage-x' },
      ]),
    });
  });

  it('tell mirrors what changed since a moment', async () => {
    const name = newName();
    const begin = (await read('metadata/changes.json')) as { status: number; body: { timestamp: number } };
    await publish(name, '1.0.0');
    await publish(name, 'dev-main');
    const changes = async () =>
      (
        (await read(`metadata/changes.json?since=${begin.body.timestamp}`)).body as {
          actions: { package: string }[];
        }
      ).actions.filter((each) => each.package.startsWith(name));
    const added = await changes();
    await change('DELETE', `packages/${name}/versions/dev-main`);

    expect(begin.status).toBe(400);
    expect(added).toEqual([
      { type: 'update', package: name, time: expect.any(Number) },
      { type: 'update', package: `${name}~dev`, time: expect.any(Number) },
    ]);
    expect(await changes()).toContainEqual({
      type: 'delete',
      package: `${name}~dev`,
      time: expect.any(Number),
    });
  });

  it('send mirrors back to the start when a package is hidden, shown or gone, without naming it', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const since = await read('metadata/changes.json');
    const timestamp = (since.body as { timestamp: number }).timestamp;
    const changes = async (from: number) => {
      const { body } = await read(`metadata/changes.json?since=${from}`);
      return body as { actions: object[]; timestamp: number };
    };
    const before = await changes(timestamp);
    await v1('PATCH', `packages/composer/${encodeURIComponent(name)}`, { visibility: 'private' });
    const after = await changes(timestamp);
    const later = await changes(after.timestamp);

    expect(before.actions).not.toContainEqual(expect.objectContaining({ type: 'resync' }));
    const fromTheStart = [{ type: 'resync', package: '*', time: expect.any(Number) }];
    expect(after.actions).toEqual(fromTheStart);
    expect(JSON.stringify(later)).not.toContain(name);
    expect(later.actions).not.toContainEqual(expect.objectContaining({ type: 'resync' }));
    // older than the list of changes
    expect((await changes(timestamp - 25 * 3_600 * 10_000)).actions).toEqual(fromTheStart);
  });

  it('tell mirrors nothing of packages that they may not know, not even when', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const set = (visibility: string) =>
      v1('PATCH', `packages/composer/${encodeURIComponent(name)}`, { visibility });
    await set('private');
    // the changes of one repository: other tests make packages private elsewhere
    const changes = async (since?: number) =>
      (
        await read(
          `r/${author.username}/metadata/changes.json${since === undefined ? '' : `?since=${since}`}`,
        )
      ).body as { actions: object[]; timestamp: number };
    const { timestamp } = await changes();
    await publish(name, '1.1.0');
    await set('unlisted');
    await set('private');
    const after = await changes(timestamp);
    await set('public');
    const shown = await changes(timestamp);

    expect(JSON.stringify(after)).not.toContain(name);
    expect(after.actions).not.toContainEqual(expect.objectContaining({ type: 'resync' }));
    expect(shown.actions).toEqual([{ type: 'resync', package: '*', time: expect.any(Number) }]);
  });

  it('say at once what is taken back and what is let through, also to clients that ask by time', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');
    const summary = (headers: Record<string, string>) => ask('p2/filter-summary.json', { headers });
    const decide = async (action: string) => {
      const release = `${platform.url}/v1/packages/composer/${encodeURIComponent(name)}/releases/1.1.0`;
      const answer = await fetch(`${release}/${action}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
        body: JSON.stringify(await approval(release, author.session, { reason: 'looked strange' })),
      });
      expect(answer.status).toBe(200);
    };
    await decide('hold');
    const held = await summary({});
    const [etag, time] = ['etag', 'last-modified'].map((header) => held.headers.get(header) ?? '');
    const again = await summary({ 'if-none-match': etag ?? '' });
    await decide('approve');
    const after = await summary({ 'if-modified-since': time ?? '' });

    expect(await held.text()).toContain(`"${name}":"1.1.0.0"`);
    expect(Date.parse(time ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect([after.status, await after.text()]).toEqual([200, expect.not.stringContaining(name)]);
  });

  it('count what clients tell that they installed, and nothing that is not here', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    const tell = (body: unknown) =>
      ask('api/downloads', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    const told = await tell({
      downloads: [
        { name, version: '1.0.0.0' },
        { name, version: '1.0.0.0' },
        { name: newName(), version: '1.0.0.0' },
        { name: 'no name', version: '?' },
      ],
    });

    expect([told.status, await told.text()]).toEqual([204, '']);
    expect((await tell({ downloads: 'x' })).status).toBe(400);
    await expect
      .poll(
        async () => {
          const page = await fetch(`${platform.url}/v1/packages/composer/${encodeURIComponent(name)}`);
          return ((await page.json()) as Record<string, unknown>)['download_count'];
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(1);
  });
});
