import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Answer,
  type Management,
  type Person,
  type Seeded,
  seedCrate,
  startManagement,
  AnyRow,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
  admin = await api.createPerson('boss', true);
});
afterAll(() => api.stop());

const get = (url: string, token?: string) => api.call('GET', url, { token });
const crate = (name: string, more: Partial<Parameters<typeof seedCrate>[1]> = {}): Promise<Seeded> =>
  seedCrate(api, { repositoryId: alice.repositoryId, name, releases: [{ version: '1.0.0' }], ...more });

async function audited(packageId: string): Promise<string[]> {
  const rows = await api.pool.any(sql.type(AnyRow)`
    select action from audit_log where target_package_id = ${packageId} order by id`);
  return rows.map((row) => row.action);
}

describe('package pages', () => {
  it('are found in any spelling and say what the caller may do', async () => {
    const { url } = await crate('Spell-Me');

    const [public_, own] = await Promise.all([get('/v1/packages/cargo/spell_me'), get(url, alice.token)]);

    expect(public_).toMatchObject({
      status: 200,
      body: {
        name: 'Spell-Me',
        latest_version: '1.0.0',
        owner_username: 'alice',
        can_manage_metadata: false,
      },
    });
    expect(public_.body['purl']).toBe('pkg:cargo/Spell-Me');
    expect(own.body).toMatchObject({ can_manage_metadata: true, can_manage_visibility: true });
  });

  it.each([
    '/v1/packages/cargo/missing',
    '/v1/packages/cargo/not%20a%20name',
    '/v1/packages/nowhere/serde',
    '/v1/packages/oci/serde',
    `/v1/packages/cargo/${'a'.repeat(300)}`,
  ])('answer 404 as a problem: %s', async (url) => {
    expect(await get(url)).toMatchObject({ status: 404, body: { code: 'not_found', status: 404 } });
  });

  it.each(['private', 'quarantined'])('of %s packages do not exist for others', async (visibility) => {
    const { url } = await crate(`hidden-${visibility}`, { visibility });
    const paths = ['', '/releases', '/releases/1.0.0', '/releases/1.0.0/artifacts', '/security-findings'];

    for (const path of [...paths, `/releases/1.0.0/artifacts/hidden-${visibility}-1.0.0.crate`]) {
      const missing = await get(`/v1/packages/cargo/never${path}`);
      const { status, body } = await get(`${url}${path}`, bob.token);
      expect({ path, status, detail: body['detail'] }).toEqual({
        path,
        status: 404,
        detail: missing.body['detail'],
      });
      expect((await get(`${url}${path}`)).status).toBe(404);
      expect((await get(`${url}${path}`, alice.token)).status).toBe(200);
    }
  });

  it('change for those who may, and leave an audit entry', async () => {
    const { url, id } = await crate('changeable');
    const body = {
      description: 'Better',
      homepage: 'https://example.com',
      keywords: ['a', 'b'],
      license: '',
    };

    const changed = await api.call('PATCH', url, { token: alice.token, body });
    const again = await api.call('PATCH', url, { token: alice.token, body });

    expect(changed).toMatchObject({
      status: 200,
      body: { description: 'Better', keywords: ['a', 'b'], license: null },
    });
    expect(again.status).toBe(200);
    expect(await audited(id)).toEqual(['package_update']);
    expect(api.projected.filter((each) => each === id)).toHaveLength(1);
  });

  it.each([
    ['anonymous callers', (): undefined => undefined, 401, 'unauthenticated'],
    ['strangers', (): string => bob.token, 403, 'forbidden'],
  ] as const)('are not changed by %s', async (_who, token, status, code) => {
    const { url } = await crate(`untouched-${code}`);

    const answer = await api.call('PATCH', url, { token: token(), body: { description: 'x' } });

    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('are not changed by a token without the scope', async () => {
    const { url } = await crate('scoped');
    const token = await api.createToken(alice.id, ['tokens:read']);

    const answer = await api.call('PATCH', url, { token, body: { description: 'x' } });

    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', scope: 'packages:write' },
    });
  });

  it.each([
    ['a script as a homepage', { homepage: 'javascript:alert(1)' }, 'homepage'],
    ['a zero byte', { description: 'a\0b' }, 'description'],
    ['an unknown visibility', { visibility: 'open' }, 'visibility'],
  ])('refuse %s', async (_what, body, path) => {
    const { url } = await crate(`refused-${path}`);

    const answer = await api.call('PATCH', url, { token: alice.token, body });

    expect(answer.status).toBe(422);
    expect(answer.body['errors'][0].path).toBe(path);
  });
});

describe('visibility', () => {
  it('narrows and widens, hides the package at once, and is audited', async () => {
    const { url, id } = await crate('shy');

    await api.call('PATCH', url, { token: alice.token, body: { visibility: 'private' } });
    const hidden = await get(url, bob.token);
    const search = await get('/v1/search?q=shy', bob.token);
    await api.call('PATCH', url, { token: alice.token, body: { visibility: 'public' } });

    expect(hidden.status).toBe(404);
    expect(search.body['total']).toBe(0);
    expect((await get('/v1/search?q=shy')).body['total']).toBe(1);
    expect(await audited(id)).toEqual(['package_visibility_change', 'package_visibility_change']);
  });

  it('is never broader than that of the repository', async () => {
    const { body } = await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { name: 'Vault', slug: 'vault', kind: 'private' },
    });
    const { url } = await crate('kept', { repositoryId: body['id'], visibility: 'private' });

    const answer = await api.call('PATCH', url, { token: alice.token, body: { visibility: 'unlisted' } });

    expect(answer).toMatchObject({ status: 422, body: { code: 'visibility_too_broad' } });
  });

  it('internal_org needs an organization', async () => {
    const { url } = await crate('no-org');

    expect(
      (await api.call('PATCH', url, { token: alice.token, body: { visibility: 'internal_org' } })).status,
    ).toBe(422);
  });

  it('leaves quarantine only by the hand of the platform', async () => {
    const { url } = await crate('taken-down');
    const patch = (token: string, visibility: string) =>
      api.call('PATCH', url, { token, body: { visibility } });

    expect((await patch(alice.token, 'quarantined')).status).toBe(403);
    expect((await patch(admin.token, 'quarantined')).status).toBe(200);
    expect((await patch(alice.token, 'public')).status).toBe(403);
    expect((await get(url, bob.token)).status).toBe(404);
    expect((await patch(admin.token, 'public')).status).toBe(200);
  });
});

describe('releases', () => {
  it("are listed in the ecosystem's order, held ones for their managers only", async () => {
    const releases = ['1.9.0', '1.10.0', '1.2.0'].map((version) => ({ version }));
    const held = { version: '2.0.0', state: 'quarantine', statusReason: 'blocked_by_findings' } as const;
    const { url } = await crate('ordered', { releases: [...releases, held] });
    const versions = async (token?: string): Promise<string[]> =>
      (await get(`${url}/releases`, token)).body['releases'].map((each: { version: string }) => each.version);

    expect(await versions()).toEqual(['1.10.0', '1.9.0', '1.2.0']);
    expect(await versions(bob.token)).toEqual(['1.10.0', '1.9.0', '1.2.0']);
    expect(await versions(alice.token)).toEqual(['2.0.0', '1.10.0', '1.9.0', '1.2.0']);
    expect((await get(`${url}/releases/2.0.0`, bob.token)).status).toBe(404);
    expect((await get(`${url}/releases/2.0.0`, alice.token)).body).toMatchObject({
      status: 'quarantine',
      status_reason: 'blocked_by_findings',
    });
    expect((await get(`${url}/releases?per_page=2&page=2`)).body).toMatchObject({
      total: 3,
      releases: [{ version: '1.2.0' }],
    });
  });

  it('are yanked and unyanked, visibly and on record', async () => {
    const { url, id } = await crate('yankable');
    const put = (verb: string, token?: string, body?: object): Promise<Answer> =>
      api.call('PUT', `${url}/releases/1.0.0/${verb}`, { token, body });

    const early = await put('unyank', alice.token);
    const yanked = await put('yank', alice.token, { reason: 'broken' });
    const twice = await put('yank', alice.token, { reason: 'broken' });
    const document = await api.pool.one(sql.type(AnyRow)`
      select convert_from(body, 'utf8') as text from documents where package_id = ${id} limit 1`);
    const unyanked = await put('unyank', alice.token);

    expect(early).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    expect(yanked.body).toMatchObject({ status: 'yanked', is_yanked: true, yank_reason: 'broken' });
    expect(twice.status).toBe(200);
    expect(document.text).toContain('"yanked":true');
    expect(unyanked.body).toMatchObject({ status: 'published', is_yanked: false, yank_reason: null });
    expect(await audited(id)).toEqual(['release_yank', 'release_unyank']);
    expect((await put('yank', bob.token)).status).toBe(403);
    expect((await put('yank')).status).toBe(401);
  });

  it('that are held can not be yanked', async () => {
    const { url } = await crate('held-yank', {
      releases: [{ version: '1.0.0', state: 'quarantine', statusReason: 'scan_failed' }],
    });

    expect((await api.call('PUT', `${url}/releases/1.0.0/yank`, { token: alice.token })).status).toBe(409);
  });

  it('hand out their files', async () => {
    const { url } = await crate('files');

    const list = await get(`${url}/releases/1.0.0/artifacts`);
    const file = await get(`${url}/releases/1.0.0/artifacts/files-1.0.0.crate`);

    expect(list.body['artifacts']).toMatchObject([
      { filename: 'files-1.0.0.crate', kind: 'crate', size_bytes: 3 },
    ]);
    expect(file).toMatchObject({ status: 200, body: { text: 'abc' } });
    expect((await get(`${url}/releases/1.0.0/artifacts/other.crate`)).status).toBe(404);
  });
});
