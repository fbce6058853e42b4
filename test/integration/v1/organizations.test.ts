import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../domain/caller.ts';
import { registerUser } from '../../../services/identity/register.ts';
import { AnyRow, type Management, type Person, startManagement } from '../../support/management.ts';
import { sql } from '../../../store/postgres/pool.ts';

let api: Management;
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, carol] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('carol'),
  ]);
});
afterAll(() => api.stop());

const create = (person: Person, slug: string) =>
  api.call('POST', '/v1/orgs', { token: person.token, body: { name: `The ${slug}`, slug } });
const put = (by: Person, slug: string, username: string, role: string) =>
  api.call('POST', `/v1/orgs/${slug}/members`, { token: by.token, body: { username, role } });
const remove = (by: Person, slug: string, username: string) =>
  api.call('DELETE', `/v1/orgs/${slug}/members/${username}`, { token: by.token });
const transfer = (by: Person, slug: string, username: string) =>
  api.call('POST', `/v1/orgs/${slug}/ownership-transfer`, { token: by.token, body: { username } });
const rolesOf = async (by: Person, slug: string) => {
  const { body } = await api.call('GET', `/v1/orgs/${slug}/members`, { token: by.token });
  return Object.fromEntries(
    body['members'].map(({ username, role }: { username: string; role: string }) => [username, role]),
  ) as Record<string, string>;
};

describe('an organization', () => {
  it('begins with the one who made it, and says what those who look may do', async () => {
    expect(await create(alice, 'acme')).toMatchObject({ status: 201, body: { slug: 'acme' } });

    expect(await api.call('GET', '/v1/orgs/acme')).toMatchObject({
      status: 200,
      body: {
        name: 'The acme',
        description: null,
        is_verified: false,
        capabilities: { can_manage: false, can_view_member_directory: false },
      },
    });
    expect(await api.call('GET', '/v1/orgs/acme', { token: alice.token })).toMatchObject({
      body: { capabilities: { can_manage: true, can_transfer_ownership: true } },
    });
    expect(await rolesOf(alice, 'acme')).toEqual({ alice: 'owner' });
    expect((await api.call('GET', '/v1/orgs/unknown')).status).toBe(404);
  });

  it('has a unique name', async () => {
    expect(await create(bob, 'acme')).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    expect(await create(bob, 'alice')).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    expect(await create(bob, 'npm')).toMatchObject({ body: { code: 'name_reserved' } });
    expect((await create(bob, 'Not A Slug')).status).toBe(422);
    const account = { username: 'Acme', email: 'acme@example.com', password: 'correct horse battery' };
    await expect(registerUser(api.platform, operator, account)).rejects.toMatchObject({
      code: 'name_reserved',
    });
  });

  it('may be called like the namespaces of its creator, and of no other user', async () => {
    const claim = (by: Person, ecosystem: string, more: object = {}) =>
      api.call('POST', '/v1/namespaces', {
        token: by.token,
        body: { ecosystem, namespace: 'anvils', ...more },
      });
    expect((await claim(alice, 'npm')).status).toBe(201);

    const strangers = await create(bob, 'anvils');
    const own = await create(alice, 'anvils');
    const forIt = await claim(alice, 'oci', { owner_org_slug: 'anvils' });
    const byStranger = await claim(bob, 'composer', { owner_org_slug: 'anvils' });
    const twice = await claim(alice, 'composer', { owner_org_slug: 'anvils', owner_user_id: alice.id });
    const unknown = await claim(alice, 'composer', { owner_org_slug: 'unknown' });

    expect(strangers).toMatchObject({ status: 422, body: { code: 'name_reserved' } });
    expect(own.status).toBe(201);
    expect(forIt).toMatchObject({ status: 201, body: { owner_org_id: own.body['id'] } });
    expect([byStranger.status, twice.status, unknown.status]).toEqual([403, 422, 404]);
  });

  it('is not called like a namespace that two people share', async () => {
    const claim = (by: Person, ecosystem: string) =>
      api.call('POST', '/v1/namespaces', { token: by.token, body: { ecosystem, namespace: 'hammers' } });
    expect([(await claim(alice, 'npm')).status, (await claim(bob, 'oci')).status]).toEqual([201, 201]);

    expect(await create(alice, 'hammers')).toMatchObject({ status: 422, body: { code: 'name_reserved' } });
  });

  it('changes by its administrators alone', async () => {
    const change = (by: Person) =>
      api.call('PATCH', '/v1/orgs/acme', { token: by.token, body: { description: 'Anvils' } });

    expect((await change(bob)).status).toBe(403);
    expect(await change(alice)).toMatchObject({
      status: 200,
      body: { name: 'The acme', description: 'Anvils' },
    });
    expect((await api.call('PATCH', '/v1/orgs/acme', { body: {} })).status).toBe(401);
    const reader = await api.createToken(alice.id, ['packages:write']);
    expect(await api.call('PATCH', '/v1/orgs/acme', { token: reader, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });
});

describe('members', () => {
  it('come, change their role and go', async () => {
    await create(alice, 'guild');

    expect(await put(alice, 'guild', 'bob', 'security-manager')).toMatchObject({
      status: 201,
      body: { username: 'bob', role: 'security_manager' },
    });
    expect(await put(alice, 'guild', 'bob', 'publisher')).toMatchObject({ status: 200 });
    expect(await put(bob, 'guild', 'carol', 'viewer')).toMatchObject({ status: 403 });
    expect(await put(alice, 'guild', 'carol', 'owner')).toMatchObject({ status: 422 });
    expect(await put(alice, 'guild', 'missing', 'viewer')).toMatchObject({ status: 404 });
    expect(await put(alice, 'guild', 'alice', 'viewer')).toMatchObject({ status: 403 });
    expect(await rolesOf(bob, 'guild')).toEqual({ alice: 'owner', bob: 'publisher' });
    expect((await remove(carol, 'guild', 'bob')).status).toBe(403);
    expect((await remove(alice, 'guild', 'alice')).status).toBe(403);
    expect((await remove(bob, 'guild', 'bob')).status).toBe(200);
    expect((await remove(alice, 'guild', 'bob')).status).toBe(404);
    expect(await rolesOf(alice, 'guild')).toEqual({ alice: 'owner' });
  });

  it('are seen by members, or by administrators alone', async () => {
    await create(alice, 'lodge');
    await put(alice, 'lodge', 'bob', 'viewer');
    const look = async (by?: Person) =>
      (await api.call('GET', '/v1/orgs/lodge/members', { token: by?.token })).status;

    expect([await look(), await look(carol), await look(bob)]).toEqual([401, 404, 200]);
    const found = await api.call('GET', '/v1/orgs/lodge/members/search?query=BO', { token: bob.token });
    expect(found.body['members']).toMatchObject([{ username: 'bob' }]);
    await api.call('PATCH', '/v1/orgs/lodge', {
      token: alice.token,
      body: { member_directory_is_private: true },
    });
    expect([await look(bob), await look(alice)]).toEqual([404, 200]);
    expect(
      (await api.call('GET', '/v1/orgs/lodge/members/search?query=bo', { token: bob.token })).status,
    ).toBe(404);
  });
});

describe('ownership', () => {
  it('goes to one of two that it is given to at once', async () => {
    await create(alice, 'firm');
    await put(alice, 'firm', 'bob', 'viewer');
    await put(alice, 'firm', 'carol', 'viewer');
    expect((await transfer(bob, 'firm', 'bob')).status).toBe(403);
    expect((await transfer(alice, 'firm', 'alice')).status).toBe(422);
    expect((await transfer(alice, 'firm', 'missing')).status).toBe(404);

    const outcomes = await Promise.all([transfer(alice, 'firm', 'bob'), transfer(alice, 'firm', 'carol')]);

    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const roles = Object.values(await rolesOf(alice, 'firm')).toSorted((a, b) => a.localeCompare(b));
    expect(roles).toEqual(['admin', 'owner', 'viewer']);
    const entries = await api.pool.any(sql.type(AnyRow)`
      select audit_log.action from audit_log join organizations on organizations.id = audit_log.target_org_id
      where organizations.slug = 'firm' order by audit_log.occurred_at, audit_log.id`);
    expect(entries.map(({ action }) => action)).toEqual([
      'org_create',
      'org_member_add',
      'org_member_add',
      'org_ownership_transfer',
    ]);
  });
});

describe('a repository of an organization', () => {
  const make = (by: Person, slug: string, org: string) =>
    api.call('POST', '/v1/repositories', {
      token: by.token,
      body: { name: slug, slug, kind: 'private', owner_org_slug: org },
    });

  it('is made by its administrators, and belongs to all of it', async () => {
    await create(alice, 'works');
    await put(alice, 'works', 'bob', 'viewer');
    const see = async (by: Person) =>
      (await api.call('GET', '/v1/repositories/works-private', { token: by.token })).status;

    expect((await make(bob, 'works-private', 'works')).status).toBe(403);
    expect((await make(bob, 'works-private', 'nowhere')).status).toBe(404);
    expect((await make(alice, 'works-private', 'works')).status).toBe(201);
    expect([await see(alice), await see(bob), await see(carol)]).toEqual([200, 200, 404]);
    expect(await api.call('GET', '/v1/repositories/works-private', { token: alice.token })).toMatchObject({
      body: { owner_user_id: null, owner_org_slug: 'works', can_manage: true },
    });
    await remove(alice, 'works', 'bob');
    expect(await see(bob)).toBe(404);
  });
});

describe('the audit log of an organization', () => {
  const read = (by: Person, path: string) =>
    api.call('GET', `/v1/orgs/books/audit${path}`, { token: by.token });

  it('is for its auditors and administrators, as pages and as CSV that calculates nothing', async () => {
    await create(alice, 'books');
    await create(alice, 'other-books');
    await put(alice, 'books', 'bob', 'auditor');
    await put(alice, 'books', 'carol', 'publisher');
    await api.pool.query(
      sql.unsafe`update users set display_name = '=cmd()', updated_at = now() where username = 'carol'`,
    );

    const { status, body } = await read(bob, '?per_page=2');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      has_next: true,
      logs: [
        { action: 'org_member_add', actor_username: 'alice', target_username: 'carol' },
        { action: 'org_member_add', actor_username: 'alice', target_username: 'bob' },
      ],
    });
    expect((await read(carol, '')).status).toBe(403);
    expect((await read(carol, '/export')).status).toBe(403);
    expect((await api.call('GET', '/v1/orgs/books/audit/export')).status).toBe(401);

    const answer = await api.app.inject({
      url: '/v1/orgs/books/audit/export',
      headers: { authorization: `Bearer ${bob.token}` },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="org-audit-books.csv"');
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe(
      'id,occurred_at,action,actor_user_id,actor_username,actor_display_name,actor_token_id,target_user_id,' +
        'target_username,target_display_name,target_org_id,target_package_id,target_release_id,metadata_json',
    );
    expect(lines.map((line) => line.split(',')[2])).toEqual([
      'action',
      'export_create',
      'org_member_add',
      'org_member_add',
      'org_create',
      undefined,
    ]);
    expect(lines[2]).toContain(",carol,'=cmd(),");
  });

  it('is exported whole, however many entries there are', async () => {
    await create(alice, 'long');
    await api.pool.query(sql.unsafe`
      insert into audit_log (id, action, target_org_id, metadata)
      select gen_random_uuid(), 'org_update', organizations.id, '{}'
      from organizations, generate_series(1, 2500) where organizations.slug = 'long'`);

    const answer = await api.app.inject({
      url: '/v1/orgs/long/audit/export?action=org_update',
      headers: { authorization: `Bearer ${alice.token}` },
    });

    const ids = answer.body
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(ids).toHaveLength(2_500);
    expect(new Set(ids).size).toBe(2_500);
  });
});
