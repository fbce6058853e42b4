import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../clients/npm/packages.ts';
import { type NpmAnswer, npmRequests, publishNpm } from '../../support/npm.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { send } from '../../support/trusted-publishing.ts';
import { buildFile, publish } from '../../security/publish.ts';

describe('organizations of npm', () => {
  let platform: Platform;
  let npm: ReturnType<typeof npmRequests>;
  let alice: TestUser;
  let bob: TestUser;
  let carol: TestUser;
  let stranger: TestUser;
  /** Tokens that may change organizations. */
  let owner: string;
  let admin: string;
  let org: string;
  let scope: string;
  let name: string;

  beforeAll(async () => {
    platform = await startPlatform();
    npm = npmRequests(`${platform.url}/npm`);
    [alice, bob, carol, stranger] = await Promise.all([
      platform.createUser(),
      platform.createUser(),
      platform.createUser(),
      platform.createUser(),
    ]);
    org = uniqueName('org');
    scope = uniqueName('scope');
    name = `@${scope}/probe`;
    owner = await tokenOf(alice);
    await manage('POST', '/v1/orgs', { name: 'Acme', slug: org });
    await manage('POST', '/v1/repositories', { name: org, slug: org, kind: 'public', owner_org_slug: org });
    await manage('POST', '/v1/namespaces', { ecosystem: 'npm', namespace: scope, owner_org_slug: org });
    const published = await publishNpm(
      `${platform.url}/npm/r/${org}`,
      { name, version: '1.0.0' },
      alice.token,
    );
    expect(published.status).toBe(200);
    expect((await set({ user: carol.username, role: 'admin' })).status).toBe(200);
    admin = await tokenOf(carol);
  });
  afterAll(() => platform.stop());

  async function manage(method: string, path: string, body?: object) {
    const answer = await send(method, platform.url + path, { bearer: alice.session, body });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  }

  async function tokenOf({ session }: TestUser, more: object = {}): Promise<string> {
    const scopes = ['packages:write', 'orgs:write'];
    const body = { name: 'npm', scopes, ...more };
    return String((await send('POST', `${platform.url}/v1/tokens`, { bearer: session, body })).body['token']);
  }

  const ask = (method: string, path: string, body?: unknown, token?: string) =>
    npm.ask(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(token === undefined ? {} : { token }),
    });
  const set = (body: object, token = owner) => ask('PUT', `/-/org/${org}/user`, body, token);
  const roster = async () => (await ask('GET', `/-/org/${org}/user`, undefined, owner)).body;
  const actions = async () => {
    const { logs } = (await manage('GET', `/v1/orgs/${org}/audit?per_page=100`)) as {
      logs: { action: string }[];
    };
    return logs.map(({ action }) => action);
  };
  const told = ({ status, body }: NpmAnswer) => [status, body['error']];

  test('members are added, get another role, are listed in the words of the client, and are removed', async () => {
    const added = await set({ user: bob.username });
    const promoted = await set({ user: `@${bob.username}`, role: 'admin' });
    const listed = await roster();
    const removed = await ask('DELETE', `/-/org/${org}/user`, { user: bob.username }, owner);
    const again = await ask('DELETE', `/-/org/${org}/user`, { user: bob.username }, owner);

    expect([added.status, added.body]).toEqual([
      200,
      { org: { name: org, size: 3 }, user: bob.username, role: 'developer' },
    ]);
    expect(promoted.body).toMatchObject({ org: { size: 3 }, role: 'admin' });
    expect(listed).toEqual({ [alice.username]: 'owner', [carol.username]: 'admin', [bob.username]: 'admin' });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect(told(again)).toEqual([404, 'member not found']);
    expect(await actions()).toEqual(
      expect.arrayContaining(['org_member_add', 'org_role_change', 'org_member_remove']),
    );
  });

  test('roles that the client has no word for keep their names', async () => {
    const roles = ['maintainer', 'security_manager', 'auditor', 'billing_manager', 'viewer'];
    for (const role of roles) {
      await manage('POST', `/v1/orgs/${org}/members`, { username: bob.username, role });

      expect((await roster())[bob.username]).toBe(role);
    }
  });

  test('an organization keeps its one owner', async () => {
    const second = await set({ user: carol.username, role: 'owner' });
    const demoted = await set({ user: alice.username, role: 'developer' });
    const byAdmin = await set({ user: alice.username, role: 'developer' }, admin);
    const left = await ask('DELETE', `/-/org/${org}/user`, { user: alice.username }, owner);

    expect(told(second)).toEqual([403, expect.stringContaining(`POST /v1/orgs/${org}/ownership-transfer`)]);
    for (const answer of [demoted, byAdmin, left]) {
      expect(told(answer)).toEqual([403, expect.stringMatching(/transfer/)]);
    }
    expect(await roster()).toMatchObject({ [alice.username]: 'owner', [carol.username]: 'admin' });
  });

  test('teams have members and rights on packages, which hold at once', async () => {
    const team = `/-/team/${org}/web`;
    await manage('POST', `/v1/orgs/${org}/members`, { username: bob.username, role: 'viewer' });
    const publishAsBob = async (version: string) =>
      (await publishNpm(`${platform.url}/npm`, { name, version }, bob.token)).status;

    const created = await ask('PUT', `/-/org/${org}/team`, { name: 'web', description: true }, owner);
    const twice = await ask('PUT', `/-/org/${org}/team`, { name: 'web' }, owner);
    const odd = await ask('PUT', `/-/org/${org}/team`, { name: 'Web Team' }, owner);
    const teams = await ask('GET', `/-/org/${org}/team?format=cli`, undefined, owner);
    const outsider = await ask('PUT', `${team}/user`, { user: stranger.username }, owner);
    const added = await ask('PUT', `${team}/user`, { user: bob.username }, owner);
    const people = await ask('GET', `${team}/user?format=cli`, undefined, owner);

    expect([created.status, created.body]).toEqual([201, { name: `${org}:web` }]);
    expect(told(twice)).toEqual([409, 'the slug web is taken']);
    expect(told(odd)).toEqual([400, expect.stringMatching(/lower-case/)]);
    expect([teams.status, teams.body]).toEqual([200, [`${org}:web`]]);
    expect(told(outsider)).toEqual([409, `${stranger.username} is not a member of ${org}`]);
    expect([added.status, people.body]).toEqual([200, [bob.username]]);

    const grant = (permissions: string) =>
      ask('PUT', `${team}/package`, { package: name, permissions }, owner);
    const access = async () => (await ask('GET', `${team}/package`, undefined, owner)).body;
    expect((await grant('read-only')).status).toBe(200);
    expect(await access()).toEqual({ [name]: 'read-only' });
    expect(await publishAsBob('1.1.0')).toBe(403);
    expect((await grant('read-write')).status).toBe(200);
    expect(await access()).toEqual({ [name]: 'read-write' });
    expect(await publishAsBob('1.1.0')).toBe(200);
    expect((await ask('DELETE', `${team}/package`, { package: name }, owner)).status).toBe(204);
    expect(await access()).toEqual({});
    expect(await publishAsBob('1.2.0')).toBe(403);
    expect(told(await ask('DELETE', `${team}/package`, { package: name }, owner))).toEqual([
      404,
      'access not found',
    ]);

    expect((await ask('DELETE', `${team}/user`, { user: bob.username }, owner)).status).toBe(204);
    expect((await ask('DELETE', team, undefined, owner)).status).toBe(204);
    expect(told(await ask('GET', `${team}/user`, undefined, owner))).toEqual([404, 'team not found']);
  });

  test('a team gets rights on packages of npm and of the organization alone, and only those are listed', async () => {
    const access = `/-/team/${org}/both/package`;
    await ask('PUT', `/-/org/${org}/team`, { name: 'both' }, owner);
    const crate = uniqueName('crate');
    const draft = { ecosystem: 'cargo', name: crate, version: '1.0.0' };
    const file = await buildFile({ ...draft, word: crate, isSuspicious: false });
    const published = await publish(platform.url, { ...draft, file, token: alice.token, repository: org });
    const foreign = uniqueName('foreign');
    await publishNpm(`${platform.url}/npm`, { name: foreign, version: '1.0.0' }, stranger.token);
    const permissions = 'read-only';

    const ofCargo = await ask('PUT', access, { package: crate, permissions }, owner);
    const ofOthers = await ask('PUT', access, { package: foreign, permissions }, owner);
    const own = await ask('PUT', access, { package: name, permissions }, owner);
    await manage('PUT', `/v1/orgs/${org}/teams/both/package-access/cargo/${crate}`, {
      permissions: ['publish'],
    });
    const listed = await ask('GET', access, undefined, owner);

    expect([published.status, own.status]).toEqual([200, 200]);
    expect(told(ofCargo)).toEqual([404, 'Not found']);
    expect(told(ofOthers)).toEqual([404, 'Not found']);
    expect(listed.body).toEqual({ [name]: permissions });
  });

  test('packages are listed with what the reader may do', async () => {
    const read = async (token?: string) => (await ask('GET', `/-/org/${org}/package`, undefined, token)).body;

    expect(await read(owner)).toEqual({ [name]: 'read-write' });
    expect(await read(stranger.token)).toEqual({ [name]: 'read-only' });
    expect(await read()).toEqual({ [name]: 'read-only' });
    await manage('PATCH', `/v1/packages/npm/${encodeURIComponent(name)}`, { visibility: 'private' });
    expect(await read()).toEqual({});
    expect(await read(stranger.token)).toEqual({});
    expect(await read(platform.adminToken)).toEqual({});
    expect(await read(owner)).toEqual({ [name]: 'read-write' });
    await manage('PATCH', `/v1/packages/npm/${encodeURIComponent(name)}`, { visibility: 'public' });
  });

  test('a scope stands for the organization that holds it', async () => {
    const members = await ask('GET', `/-/org/${scope}/user`, undefined, owner);
    const made = await ask('PUT', `/-/org/@${scope}/team`, { name: 'scoped' }, owner);
    const teams = await ask('GET', `/-/org/${scope}/team`, undefined, owner);
    const removed = await ask('DELETE', `/-/team/${scope}/scoped`, undefined, owner);
    const own = await ask('GET', `/-/org/${alice.username}/user`, undefined, owner);

    expect(members.body).toEqual(await roster());
    expect([made.status, made.body]).toEqual([201, { name: `${org}:scoped` }]);
    expect(teams.body).toContain(`${org}:scoped`);
    expect(removed.status).toBe(204);
    expect(told(own)).toEqual([404, 'organization not found']);
  });

  describe('for others', () => {
    const reads = () => [`/-/org/${org}/user`, `/-/org/${org}/team`, `/-/team/${org}/web/user`];
    const writes = (of = org): [string, string, object?][] => [
      ['PUT', `/-/org/${of}/user`, { user: stranger.username, role: 'admin' }],
      ['DELETE', `/-/org/${of}/user`, { user: carol.username }],
      ['PUT', `/-/org/${of}/team`, { name: 'mine' }],
      ['DELETE', `/-/team/${of}/web`],
      ['PUT', `/-/team/${of}/web/user`, { user: stranger.username }],
      ['DELETE', `/-/team/${of}/web/user`, { user: bob.username }],
      ['PUT', `/-/team/${of}/web/package`, { package: name, permissions: 'read-write' }],
      ['DELETE', `/-/team/${of}/web/package`, { package: name }],
    ];

    test('nothing is to be seen, as of an organization that is not there', async () => {
      const token = await tokenOf(stranger);
      for (const path of reads()) {
        const hidden = await ask('GET', path, undefined, token);
        const missing = await ask('GET', path.replace(org, uniqueName('none')), undefined, token);

        expect(told(hidden), path).toEqual([404, 'organization not found']);
        expect(told(missing), path).toEqual([404, 'organization not found']);
        expect((await ask('GET', path)).status).toBe(401);
      }
    });

    test('nothing is to be changed, by no one but owner and administrators', async () => {
      const before = await roster();
      const members = [];
      for (const role of [
        'maintainer',
        'publisher',
        'security_manager',
        'auditor',
        'billing_manager',
        'viewer',
      ]) {
        const person = await platform.createUser();
        await manage('POST', `/v1/orgs/${org}/members`, { username: person.username, role });
        members.push(person);
      }
      for (const person of [stranger, ...members]) {
        const token = await tokenOf(person);
        for (const [method, path, body] of writes()) {
          expect(told(await ask(method, path, body, token)), `${method} ${path}`).toEqual([
            403,
            `you do not manage the organization ${org}`,
          ]);
        }
      }
      for (const [method, path, body] of writes()) {
        const anonymous = await ask(method, path, body);
        expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      }
      for (const [method, path, body] of writes(uniqueName('none'))) {
        expect(told(await ask(method, path, body, owner))).toEqual([404, 'organization not found']);
      }
      expect(await roster()).toMatchObject(before);
      expect((await ask('GET', `/-/org/${org}/team`, undefined, owner)).body).not.toContain(`${org}:mine`);
    });
  });

  describe('a token without the right to change organizations', () => {
    const confirm = async ({ body }: NpmAnswer, { username, password } = alice) => {
      await npm.ask('POST', String(body['authUrl']), { form: { username, password } });
      return String((await npm.ask('GET', String(body['doneUrl']))).body['token']);
    };
    const create = (token: string, team: string, headers: Record<string, string> = {}) =>
      npm.ask('PUT', `/-/org/${org}/team`, { token, body: { name: team } }, headers);
    const teams = async () => (await ask('GET', `/-/org/${org}/team`, undefined, owner)).body;

    test('of a log-in has it for changes that its person confirms, and for no others', async () => {
      const login = String((await npm.legacyLogin(alice.username, alice.password)).body['token']);

      const asked = await create(login, 'confirmed');
      const before = await teams();
      const code = await confirm(asked);
      const done = await create(login, 'confirmed', { 'npm-otp': code });
      const wrong = await create(login, 'unconfirmed', { 'npm-otp': '0'.repeat(64) });
      const without = await create(login, 'unconfirmed');
      const management = await send('POST', `${platform.url}/v1/orgs/${org}/teams`, {
        bearer: login,
        body: { name: 'x', slug: 'x' },
      });

      expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
      expect(asked.body['error']).toBe('this needs the scope orgs:write, or that you confirm the change');
      expect(before).not.toContain(`${org}:confirmed`);
      expect(done.status).toBe(201);
      expect([wrong.status, without.status, management.status]).toEqual([401, 401, 401]);
      expect(await teams()).toContain(`${org}:confirmed`);
      expect(await teams()).not.toContain(`${org}:unconfirmed`);
    });

    test('has no more rights than its person, and no code of others', async () => {
      const login = String((await npm.legacyLogin(bob.username, bob.password)).body['token']);
      const asked = await create(login, 'bobs');
      const own = await create(login, 'bobs', { 'npm-otp': await confirm(asked, bob) });
      const foreign = await npm.ask('POST', String((await create(login, 'bobs')).body['authUrl']), {
        form: { username: alice.username, password: alice.password },
      });

      expect(asked.status).toBe(401);
      expect(told(own)).toEqual([403, `you do not manage the organization ${org}`]);
      expect(foreign.status).toBe(403);
    });

    test.each<[string, object]>([
      ['that only reads', { scopes: [] }],
      ['of npm alone', { scopes: ['packages:write'], ecosystem: 'npm' }],
      ['for some names', { scopes: ['packages:write'], name_pattern: 'x*' }],
    ])('%s is not asked to confirm anything', async (_what, limits) => {
      const answer = await create(await tokenOf(alice, limits), 'narrow');

      expect(told(answer)).toEqual([403, 'this needs the scope orgs:write']);
    });
  });

  test('an organization that asks for a second factor is not changed without one', async () => {
    const strict = uniqueName('strict');
    const person = await platform.createUser();
    const token = await tokenOf(person);
    const call = (method: string, path: string, body: object) =>
      send(method, platform.url + path, { bearer: person.session, body });
    await call('POST', '/v1/orgs', { name: 'Strict', slug: strict });
    const { body } = await call('POST', '/v1/auth/mfa/setup', {});
    const code = generateSync({ secret: String(body['secret']) });
    expect((await call('POST', '/v1/auth/mfa/verify-setup', { code })).status).toBe(200);
    expect((await call('PATCH', `/v1/orgs/${strict}`, { mfa_required: true })).status).toBe(200);
    const put = (user: string, by: string, headers = {}) =>
      npm.ask('PUT', `/-/org/${strict}/user`, { token: by, body: { user, role: 'admin' } }, headers);

    expect((await put(bob.username, token)).status).toBe(200);
    const lacking = await put(carol.username, await tokenOf(bob));

    expect(told(lacking)).toEqual([403, expect.stringContaining('POST /v1/auth/mfa/setup')]);
    const asked = await npm.ask('PUT', `/-/org/${strict}/user`, {
      token: person.token,
      body: { user: carol.username },
    });
    const next = generateSync({
      secret: String(body['secret']),
      epoch: Math.floor(Date.now() / 1_000) + 30,
    });
    const coded = await put(carol.username, person.token, { 'npm-otp': next });
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
    expect([coded.status, coded.body]).toEqual([200, expect.objectContaining({ role: 'admin' })]);
  });

  test.each<[string, string, unknown, RegExp]>([
    ['PUT', 'user', { user: '' }, /name a user/],
    ['PUT', 'user', { user: 'x', role: 'viewer' }, /owner, admin and developer/],
    ['PUT', 'user', [], /name a user/],
    ['PUT', 'user', { user: 'no-such-user' }, /user not found/],
    ['DELETE', 'user', {}, /name a user/],
    ['DELETE', 'user', undefined, /body is empty/],
    ['PUT', 'team', {}, /name a team/],
    ['PUT', 'team', { name: 'a\u0000b' }, /slug/],
    ['PUT', 'user', { user: 'a\u0000b' }, /not be stored/],
  ])('%s of %s with %j is refused in a sentence', async (method, path, body, sentence) => {
    const answer = await ask(method, `/-/org/${org}/${path}`, body, owner);

    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body['error']).toMatch(sentence);
  });
});
