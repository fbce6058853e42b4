import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { maxLiveTokens } from '../../../domain/token.ts';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Management,
  type Person,
  seedCrate,
  startManagement,
  AnyRow,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
});
afterAll(() => api.stop());

const create = (body: object, token = alice.token) => api.call('POST', '/v1/tokens', { token, body });

describe('API tokens', () => {
  it('are shown once, stored as a hash, listed without their text, and die when revoked', async () => {
    const { status, body } = await create({ name: 'ci', scopes: ['packages:write', 'tokens:read'] });
    const token: string = body['token'];
    const stored = await api.pool.one(
      sql.type(AnyRow)`select token_hash from tokens where id = ${body['id']}`,
    );
    const works = await api.call('GET', '/v1/users/me', { token });
    const listed = await api.call('GET', '/v1/tokens', { token });
    const revoked = await api.call('DELETE', `/v1/tokens/${body['id']}`, { token: alice.token });

    expect(status).toBe(201);
    expect(token).toMatch(/^pub_[0-9a-f]{72}$/);
    expect(stored.tokenHash).toBe(sha256Hex(token));
    expect(works.body['scopes']).toEqual(['packages:write', 'tokens:read']);
    expect(JSON.stringify(listed.body)).not.toContain(token);
    expect(listed.body['tokens'][0]).toMatchObject({ name: 'ci', prefix: 'pub_', hint: token.slice(4, 12) });
    expect(revoked.status).toBe(200);
    expect((await api.call('GET', '/v1/users/me', { token })).body['code']).toBe('token_revoked');
  });

  it('never exceed the credential that makes them', async () => {
    const narrow = await api.createToken(alice.id, ['tokens:write']);

    const wider = await create({ name: 'x', scopes: ['packages:write'] }, narrow);
    const admin = await create({ name: 'x', scopes: ['admin:write'] });

    expect(wider).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', scope: 'packages:write' },
    });
    expect(admin).toMatchObject({ status: 403, body: { scope: 'admin:write' } });
  });

  it('lose their administration with the person', async () => {
    const boss = await api.createPerson('boss', true);
    const before = await api.call('GET', '/v1/audit', { token: boss.token });
    await api.pool.query(sql.unsafe`update users set is_admin = false where id = ${boss.id}`);
    api.platform.authenticator.forget({ kind: 'user', id: boss.id });

    const after = await api.call('GET', '/v1/audit', { token: boss.token });

    expect(before.status).toBe(200);
    expect(after).toMatchObject({ status: 403, body: { code: 'insufficient_scope', scope: 'audit:read' } });
  });

  it('expire', async () => {
    const { body } = await create({ name: 'short', scopes: ['tokens:read'], expires_in_days: 1 });
    await api.pool.query(sql.unsafe`
      update tokens set expires_at = now() - interval '1 second' where id = ${body['id']}`);

    const answer = await api.call('GET', '/v1/users/me', { token: body['token'] });

    expect(answer).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });

  it('note their last use at most once a minute', async () => {
    const { body } = await create({ name: 'used', scopes: ['tokens:read'] });
    const use = async () => {
      api.platform.authenticator.forgetAll();
      await api.call('GET', '/v1/users/me', { token: body['token'] });
      const row = await api.pool.one(
        sql.type(AnyRow)`select last_used_at from tokens where id = ${body['id']}`,
      );
      return row.lastUsedAt;
    };

    const first = await use();
    const second = await use();
    await api.pool.query(sql.unsafe`
      update tokens set last_used_at = now() - interval '2 minutes' where id = ${body['id']}`);
    const third = await use();

    expect(second).toEqual(first);
    expect(third.getTime()).toBeGreaterThanOrEqual(first.getTime());
  });

  it('bound to a repository write nowhere else and make no other tokens', async () => {
    const { url } = await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'bound',
      releases: [{ version: '1.0.0' }],
    });
    await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { name: 'Other', slug: 'other' },
    });
    const scopes = ['packages:write', 'tokens:write', 'repositories:write'];
    const here = await create({ name: 'here', scopes, repository_slug: 'alice' });
    const elsewhere = await create({ name: 'elsewhere', scopes, repository_slug: 'other' });
    const patch = (token: string) => api.call('PATCH', url, { token, body: { description: 'new' } });

    expect((await patch(here.body['token'])).status).toBe(200);
    expect((await patch(elsewhere.body['token'])).status).toBe(403);
    expect((await create({ name: 'x', scopes: ['packages:write'] }, here.body['token'])).status).toBe(403);
  });

  it.each([
    ['a repository', { repository_slug: 'alice' }],
    ['a package', { package: { ecosystem: 'cargo', name: 'tied' } }],
  ])(
    'bound to %s write nowhere else, and have no say over tokens and repositories',
    async (what, binding) => {
      const seed = (name: string, repositoryId = alice.repositoryId) =>
        seedCrate(api, { repositoryId, name, releases: [{ version: '1.0.0' }] });
      const name = what.replace('a ', 'tied-to-');
      const here = what === 'a package' ? await seed('tied') : await seed(name);
      const vault = await api.call('POST', '/v1/repositories', {
        token: alice.token,
        body: { name: 'Elsewhere', slug: `${name}-elsewhere` },
      });
      const elsewhere = await seed(`${name}-elsewhere`, vault.body['id']);
      const scopes = ['packages:write', 'tokens:read', 'tokens:write', 'repositories:write'];
      const other = await create({ name: 'other', scopes: ['tokens:read'] });
      const bound = await create({ name: 'bound', scopes, ...binding });
      const token: string = bound.body['token'];
      const body = { description: 'by the bound token' };
      const status = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, sent?: object) =>
        (await api.call(method, url, { token, body: sent })).status;

      expect(await status('PATCH', here.url, body)).toBe(200);
      expect(await status('PATCH', elsewhere.url, body)).toBe(403);
      expect(await status('PUT', `${elsewhere.url}/releases/1.0.0/yank`, {})).toBe(403);
      expect(await status('POST', `${elsewhere.url}/releases/1.0.0/hold`, { reason: 'x' })).toBe(403);
      // a token of a package authenticates only in its ecosystem
      const refused = 'package' in binding ? 401 : 403;
      expect(await status('PATCH', `/v1/repositories/${name}-elsewhere`, body)).toBe(refused);
      expect(await status('POST', '/v1/repositories', { name: 'New', slug: `${name}-new` })).toBe(refused);
      expect(await status('POST', '/v1/tokens', { name: 'x', scopes: ['tokens:read'], ...binding })).toBe(
        refused,
      );
      expect(await status('DELETE', `/v1/tokens/${other.body['id']}`)).toBe(refused);
      expect(await status('DELETE', `/v1/tokens/${bound.body['id']}`)).toBe(refused);
      expect((await api.call('GET', '/v1/users/me', { token: other.body['token'] })).status).toBe(200);
    },
  );

  it.each([
    ['unknown scopes', { name: 'x', scopes: ['root'] }],
    ['no word of scopes', { name: 'x' }],
    ['networks that are none', { name: 'x', scopes: ['tokens:read'], allowed_cidrs: ['10.0.0.0/99'] }],
    ['a year and a day', { name: 'x', scopes: ['tokens:read'], expires_in_days: 366 }],
  ])('are not made with %s', async (_what, body) => {
    expect(await create(body)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
  });

  it('without scopes read what their person reads, and change nothing', async () => {
    const { status, body } = await create({ name: 'reader', scopes: [] });
    const token = String(body['token']);
    const private_ = { name: 'Hidden', slug: 'hidden-of-reader', kind: 'private' };
    expect((await api.call('POST', '/v1/repositories', { token: alice.token, body: private_ })).status).toBe(
      201,
    );

    expect([status, body['scopes']]).toEqual([201, []]);
    expect((await api.call('GET', '/v1/repositories/hidden-of-reader', { token })).status).toBe(200);
    expect((await api.call('GET', '/v1/users/me', { token })).body['username']).toBe('alice');
    const refused = await api.call('POST', '/v1/repositories', {
      token,
      body: { ...private_, slug: 'other-of-reader' },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });

  it('of others can not be revoked or seen', async () => {
    const bob = await api.createPerson('bob');
    const { body } = await create({ name: 'mine', scopes: ['tokens:read'] });

    const answer = await api.call('DELETE', `/v1/tokens/${body['id']}`, { token: bob.token });
    const listed = await api.call('GET', '/v1/tokens', { token: bob.token });

    expect(answer.status).toBe(404);
    expect(JSON.stringify(listed.body)).not.toContain(body['id']);
  });

  it('are so many and no more that one person can use at the same time', async () => {
    const dave = await api.createPerson('dave');
    await api.pool.query(sql.unsafe`
      insert into tokens (id, user_id, name, kind, token_hash, prefix, hint, scopes, expires_at, revoked_at)
      select gen_random_uuid(), ${dave.id}, 'many', 'personal', gen_random_uuid()::text, 'pub_', 'hint', '{}',
        case when n = 1 then now() end, case when n = 2 then now() end
      from generate_series(1, ${maxLiveTokens}) as n`);
    const ask = () => create({ name: 'one more', scopes: ['tokens:read'] }, dave.token);

    const answers = await Promise.all([ask(), ask(), ask()]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ code: 'policy_violation' });
  });

  it('that were never made are refused, never taken for anonymous', async () => {
    for (const token of [`pub_${'0'.repeat(64)}`, 'pub_short', 'nonsense']) {
      const answer = await api.call('GET', '/v1/search', { token });
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    }
  });
});

describe('a token that is limited', () => {
  const limited = async (limits: object, scopes = ['packages:write', 'tokens:read']) =>
    String((await create({ name: 'limited', scopes, ...limits })).body['token']);
  const edit = (token: string, ecosystem: string, name: string) =>
    api.call('PATCH', `/v1/packages/${ecosystem}/${name}`, { token, body: { description: 'changed' } });

  beforeAll(async () => {
    await api.call('POST', '/v1/orgs', { token: alice.token, body: { name: 'Acme', slug: 'acme' } });
    await api.call('POST', '/v1/repositories', {
      token: alice.token,
      body: { name: 'acme', slug: 'acme-all', owner_org_slug: 'acme' },
    });
    const { body } = await api.call('GET', '/v1/repositories/acme-all');
    await seedCrate(api, { repositoryId: body['id'], name: 'acme-core', releases: [{ version: '1.0.0' }] });
    await seedCrate(api, {
      repositoryId: alice.repositoryId,
      name: 'own-core',
      releases: [{ version: '1.0.0' }],
    });
  });

  it('to an organization writes to what it owns alone', async () => {
    const token = await limited({ org_slug: 'acme' });

    expect((await edit(token, 'cargo', 'acme-core')).status).toBe(200);
    expect((await edit(token, 'cargo', 'own-core')).status).toBe(403);
    expect((await create({ name: 'x', scopes: ['tokens:read'], org_slug: 'unknown-org' })).status).toBe(404);
    const outsider = await api.createPerson('outsider');
    expect(
      (await create({ name: 'x', scopes: ['tokens:read'], org_slug: 'acme' }, outsider.token)).status,
    ).toBe(404);
  });

  it('to names or an ecosystem writes to these alone', async () => {
    const named = await limited({ name_pattern: 'ACME-*' });
    const npm = await limited({ ecosystem: 'npm' });

    expect((await edit(named, 'cargo', 'acme-core')).status).toBe(200);
    expect((await edit(named, 'cargo', 'own-core')).status).toBe(403);
    expect((await edit(npm, 'cargo', 'own-core')).status).toBe(401);
    expect((await create({ name: 'x', scopes: ['tokens:read'], ecosystem: 'apt' })).status).toBe(404);
    const listed = await api.call('GET', '/v1/tokens', { token: alice.token });
    expect(listed.body['tokens']).toContainEqual(
      expect.objectContaining({
        binding: {
          repository_slug: null,
          package: null,
          org_slug: null,
          ecosystem: null,
          name_pattern: 'ACME-*',
        },
        allowed_cidrs: null,
      }),
    );
    // and cannot make tokens with a wider binding
    const maker = await limited({ ecosystem: 'npm' }, ['tokens:write']);
    expect((await create({ name: 'x', scopes: ['tokens:write'] }, maker)).status).toBe(401);
  });

  it('to networks is accepted from these alone', async () => {
    const here = await limited({ allowed_cidrs: ['127.0.0.0/8', '2001:db8::/32'] });
    const elsewhere = await limited({ allowed_cidrs: ['192.0.2.0/24'] });
    const me = (token: string) => api.call('GET', '/v1/users/me', { token });

    expect((await me(here)).status).toBe(200);
    expect(await me(elsewhere)).toMatchObject({ status: 403, body: { code: 'cidr_denied' } });
    expect(
      (await create({ name: 'x', scopes: ['tokens:read'], allowed_cidrs: ['10.0.0.0/99'] })).status,
    ).toBe(422);
  });
});
