import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const create = (slug: string) =>
  api.call('POST', '/v1/orgs', { token: alice.token, body: { name: slug, slug } });
const invite = (by: Person, slug: string, username: string, more: object = {}) =>
  api.call('POST', `/v1/orgs/${slug}/invitations`, {
    token: by.token,
    body: { username_or_email: username, ...more },
  });
const answer = (by: Person, id: string, what: string) =>
  api.call('POST', `/v1/org-invitations/${id}/${what}`, { token: by.token });
const roleOf = async (slug: string, username: string) => {
  const { body } = await api.call('GET', `/v1/orgs/${slug}/members`, { token: alice.token });
  return body['members'].find((member: { username: string }) => member.username === username)?.role;
};

describe('an invitation', () => {
  it('makes a member of who accepts it', async () => {
    await create('open');
    const { status, body } = await invite(alice, 'open', 'bob', { role: 'publisher' });

    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        org_slug: 'open',
        invited_user: { id: bob.id, username: 'bob', email: null },
        role: 'publisher',
        status: 'pending',
        expires_at: expect.any(String),
        created_at: expect.any(String),
        next_step: `bob accepts with POST /v1/org-invitations/${body['id']}/accept`,
      },
    ]);
    const mine = await api.call('GET', '/v1/org-invitations', { token: bob.token });
    expect(mine.body['invitations']).toMatchObject([
      { id: body['id'], org: { slug: 'open' }, invited_by: { username: 'alice' }, actionable: true },
    ]);
    expect(await roleOf('open', 'bob')).toBeUndefined();

    expect(await answer(bob, body['id'], 'accept')).toMatchObject({
      status: 200,
      body: { org: { slug: 'open' }, role: 'publisher' },
    });

    expect(await roleOf('open', 'bob')).toBe('publisher');
    expect((await answer(bob, body['id'], 'accept')).status).toBe(409);
    expect((await answer(bob, body['id'], 'decline')).status).toBe(409);
    expect((await invite(alice, 'open', 'bob')).body['code']).toBe('already_member');
    const log = await api.pool.any(sql.type(AnyRow)`
      select action from audit_log where target_user_id = ${bob.id} and action like 'org_invitation%' order by occurred_at`);
    expect(log.map(({ action }) => action)).toEqual(['org_invitation_create', 'org_invitation_accept']);
  });

  it('is one at a time, and can be declined, revoked and made again', async () => {
    await create('again');
    const { body } = await invite(alice, 'again', 'carol');
    const id = body['id'];

    expect(await invite(alice, 'again', 'carol')).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect((await answer(carol, id, 'decline')).status).toBe(200);
    expect((await answer(carol, id, 'accept')).status).toBe(409);
    const second = await invite(alice, 'again', 'carol');
    const revoke = () =>
      api.call('DELETE', `/v1/orgs/again/invitations/${second.body['id']}`, { token: alice.token });
    expect(await revoke()).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect((await revoke()).status).toBe(409);
    expect((await answer(carol, second.body['id'], 'accept')).status).toBe(409);
    const all = await api.call('GET', '/v1/orgs/again/invitations?include_inactive=true', {
      token: alice.token,
    });
    expect(all.body['invitations'].map(({ status }: { status: string }) => status)).toEqual([
      'revoked',
      'declined',
    ]);
    expect(
      (await api.call('GET', '/v1/orgs/again/invitations', { token: alice.token })).body['invitations'],
    ).toEqual([]);
  });

  it('is over after its time', async () => {
    await create('late');
    const { body } = await invite(alice, 'late', 'bob', { expires_in_days: 1 });
    await api.pool.query(sql.unsafe`
      update invitations set expires_at = now() - interval '1 second' where id = ${body['id']}`);

    expect((await answer(bob, body['id'], 'accept')).status).toBe(409);
    const listed = await api.call('GET', '/v1/org-invitations?include_inactive=true', { token: bob.token });
    expect(listed.body['invitations'][0]).toMatchObject({ status: 'expired', actionable: false });
    expect((await invite(alice, 'late', 'bob')).status).toBe(201);
  });

  it('counts once when it is accepted many times at once', async () => {
    await create('race');
    const { body } = await invite(alice, 'race', 'bob', { role: 'maintainer' });

    const answers = await Promise.all(
      ['accept', 'accept', 'decline', 'accept'].map((what) => answer(bob, body['id'], what)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('is for the person and the administrators alone', async () => {
    await create('closed');
    const { body } = await invite(alice, 'closed', 'bob');

    expect((await answer(carol, body['id'], 'accept')).status).toBe(404);
    expect((await answer(bob, 'nonsense', 'accept')).status).toBe(404);
    expect((await invite(bob, 'closed', 'carol')).status).toBe(403);
    expect((await invite(alice, 'closed', 'unknown-user')).status).toBe(404);
    expect((await invite(alice, 'closed', 'carol', { role: 'owner' })).status).toBe(422);
    expect((await invite(alice, 'closed', 'carol', { expires_in_days: 31 })).status).toBe(422);
    expect((await api.call('GET', '/v1/org-invitations')).status).toBe(401);
    expect(
      (await api.call('DELETE', `/v1/orgs/open/invitations/${body['id']}`, { token: alice.token })).status,
    ).toBe(404);
    const weak = await api.createToken(bob.id, ['packages:write']);
    expect(await api.call('POST', `/v1/org-invitations/${body['id']}/accept`, { token: weak })).toMatchObject(
      {
        status: 403,
        body: { code: 'insufficient_scope' },
      },
    );
  });
});

describe('an organization that asks for second factors', () => {
  it('lets members without one look and change nothing', async () => {
    await create('strict');
    await api.call('POST', '/v1/orgs/strict/members', {
      token: alice.token,
      body: { username: 'bob', role: 'admin' },
    });
    const demand = () =>
      api.call('PATCH', '/v1/orgs/strict', { token: alice.token, body: { mfa_required: true } });
    const rename = (by: Person) =>
      api.call('PATCH', '/v1/orgs/strict', { token: by.token, body: { name: 'Other' } });

    // the owner has no second factor, and would lose access
    expect(await demand()).toMatchObject({ status: 403, body: { code: 'mfa_enrolment_required' } });
    const session = await api.createSession(alice.id);
    const setup = await api.call('POST', '/v1/auth/mfa/setup', { token: session });
    await api.call('POST', '/v1/auth/mfa/verify-setup', {
      token: session,
      body: { code: generateSync({ secret: setup.body['secret'] }) },
    });
    expect(await demand()).toMatchObject({ status: 200, body: { mfa_required: true } });

    expect(await rename(bob)).toMatchObject({ status: 403, body: { code: 'mfa_enrolment_required' } });
    expect((await rename(alice)).status).toBe(200);
    expect((await api.call('GET', '/v1/orgs/strict/members', { token: bob.token })).status).toBe(200);
  });
});
