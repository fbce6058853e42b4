import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { npmRequests, userPath } from '../support/npm.ts';
import { type PackagePlatform, startPackagePlatform, type TestUser } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

describe.skipIf(isMissing)('npm accounts', () => {
  let platform: PackagePlatform;
  let registry: string;
  let npm: ReturnType<typeof npmRequests>;
  let alice: TestUser;

  beforeAll(async () => {
    platform = await startPackagePlatform();
    registry = `${platform.url}/npm`;
    npm = npmRequests(registry);
    alice = await platform.createUser();
  });
  afterAll(() => platform.stop());

  const login = async () => String((await npm.legacyLogin(alice.username, alice.password)).body['token']);
  const audited = (action: string) =>
    query<{ user_agent: string; metadata: Record<string, unknown> }>(
      platform.databaseUrl,
      `select audit_log.user_agent, audit_log.metadata from audit_log join users on users.id = target_user_id
       where action = $1 and users.username = $2 order by audit_log.id`,
      [action, alice.username],
    );

  describe('a log-in with name and password', () => {
    test('gives a token for ninety days that publishes and shows who it is', async () => {
      const answer = await npm.legacyLogin(alice.username, alice.password);

      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatchObject({ ok: true, id: `org.couchdb.user:${alice.username}` });
      expect(await npm.whoami(String(answer.body['token']))).toBe(alice.username);
      const [row] = await query<{ scopes: string[]; kind: string; days: number }>(
        platform.databaseUrl,
        `select scopes, kind, round(extract(epoch from expires_at - created_at) / 86400)::int as days
         from tokens where name = 'npm login' order by id desc limit 1`,
      );
      expect(row).toEqual({
        scopes: ['profile:write', 'tokens:read', 'packages:write'],
        kind: 'personal',
        days: 90,
      });
      expect((await audited('user_login')).length).toBeGreaterThan(0);
    });

    test('a wrong password and an unknown name fail alike, and are written down', async () => {
      const before = (await audited('user_login_failed')).length;

      const wrong = await npm.legacyLogin(alice.username, 'not the password');
      const unknown = await npm.legacyLogin('unknown-user', 'not the password');

      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/);
      expect(wrong.body).toEqual({ error: 'the name or the password is wrong' });
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
      expect((await audited('user_login_failed')).length).toBe(before + 1);
    });

    test('with an address it registers, and is a log-in for those who are known', async () => {
      const name = `new-${alice.username}`;
      const password = 'a fresh and long password';

      const registered = await npm.legacyLogin(name, password, `${name}@example.com`);
      const again = await npm.legacyLogin(name, password, `${name}@example.com`);
      const wrong = await npm.legacyLogin(name, 'another long password', `${name}@example.com`);

      expect([registered.status, again.status, wrong.status]).toEqual([201, 201, 401]);
      expect(await npm.whoami(String(registered.body['token']))).toBe(name);
    });

    test.each([
      ['a short password', 'fresh-name', 'short', 'fresh@example.com', /at least 12/],
      ['a name that is none', 'a name', 'a fresh and long password', 'fresh@example.com', /username/],
      ['an address that is none', 'fresh-name', 'a fresh and long password', 'fresh', /e-mail/],
    ])('%s is refused in a sentence', async (_what, name, password, email, sentence) => {
      const answer = await npm.legacyLogin(encodeURIComponent(name), password, email);
      const body = { name, password, email };
      const spaced = await npm.ask('PUT', userPath(encodeURIComponent(name)), { body });

      expect([400, 422]).toContain(spaced.status);
      expect(spaced.body['error']).toMatch(sentence);
      expect(answer.status).toBeLessThan(500);
    });

    test.each<[string, unknown, number]>([
      ['no body', undefined, 400],
      ['an array', [], 400],
      ['no password', { name: 'x' }, 400],
      ['another name', { name: 'another', password: 'a fresh and long password' }, 400],
    ])('%s is refused', async (_what, body, status) => {
      const answer = await npm.ask('PUT', userPath('x'), body === undefined ? {} : { body });

      expect(answer.status).toBe(status);
      expect(answer.body['error']).toEqual(expect.any(String));
    });

    test('a logout ends the token for good; its owner revokes it all the same, once', async () => {
      const token = await login();

      const first = await npm.ask('DELETE', `/-/user/token/${token}`, { token });
      const after = await npm.ask('GET', '/-/whoami', { token });
      const revoked = await npm.ask('DELETE', `/-/user/token/${token}`, { token: alice.token });
      const again = await npm.ask('DELETE', `/-/user/token/${token}`, { token: alice.token });

      expect([first.status, first.body]).toEqual([200, { ok: true }]);
      expect(after.status).toBe(401);
      expect([revoked.status, again.status]).toEqual([200, 404]);
    });
  });

  describe('tokens', () => {
    const url = '/-/npm/v1/tokens';
    const create = (token: string, body: object) => npm.ask('POST', url, { token, body });
    const list = async (token: string) => (await npm.ask('GET', url, { token })).body['objects'] as object[];

    test('are created with the password, shown once, listed and revoked', async () => {
      const token = await login();

      const created = await create(token, { name: 'ci', password: alice.password, expires: 7 });
      const { key, token: secret } = created.body;
      const listed = await list(token);
      const revoked = await npm.ask('DELETE', `${url}/token/${String(key)}`, { token });

      expect(created.status).toBe(200);
      expect(created.body).toMatchObject({ name: 'ci', readonly: false, cidr_whitelist: null });
      expect(String(secret)).toMatch(/^pub_[0-9a-f]{72}$/);
      expect(listed).toContainEqual(
        expect.objectContaining({ key, token: String(secret).slice(0, 12), name: 'ci', readonly: false }),
      );
      expect(JSON.stringify(listed)).not.toContain(String(secret));
      expect(revoked.status).toBe(204);
      expect((await npm.ask('GET', '/-/whoami', { token: String(secret) })).status).toBe(401);
    });

    test('by their text as well', async () => {
      const token = await login();
      const other = await login();

      expect((await npm.ask('DELETE', `${url}/token/${other}`, { token })).status).toBe(204);
      expect((await npm.ask('GET', '/-/whoami', { token: other })).status).toBe(401);
    });

    test('that only read publish nothing', async () => {
      const token = await login();
      const wanted = { password: alice.password, packages_and_scopes_permission: 'read-only' };

      const { body } = await create(token, wanted);
      const publish = await npm.ask('PUT', '/probe', { token: String(body['token']), body: {} });

      expect(body['readonly']).toBe(true);
      expect(publish.status).toBe(403);
      expect(publish.body['error']).toContain('packages:write');
    });

    test('come in pages', async () => {
      const token = await login();
      await create(token, { password: alice.password });

      const pages: unknown[] = [];
      let next: unknown = `${registry}${url}?perPage=1`;
      while (typeof next === 'string') {
        const { body } = await npm.ask('GET', next, { token });
        pages.push(...(body['objects'] as object[]));
        next = (body['urls'] as { next?: string }).next;
      }

      expect(pages).toEqual(await list(token));
      expect(pages.length).toBeGreaterThan(1);
    });

    test.each<[string, object]>([
      ['a list of addresses', { cidr_whitelist: ['192.0.2.0/24'] }],
      ['packages', { packages: ['probe'] }],
      ['scopes', { scopes: ['@acme'] }],
      ['organizations', { orgs: ['acme'] }],
      ['an unknown permission', { packages_and_scopes_permission: 'no-access' }],
      ['an end in years', { expires: 1_000 }],
      ['an end in the past', { expires: -1 }],
    ])('limited by %s are refused: they would be wider than asked for', async (_what, wanted) => {
      const answer = await create(await login(), { password: alice.password, ...wanted });

      expect([400, 422]).toContain(answer.status);
    });

    test('need the password, or a credential that may create them', async () => {
      const token = await login();

      expect((await create(token, { name: 'x' })).status).toBe(403);
      expect((await create(token, { name: 'x', password: 'wrong password' })).status).toBe(401);
      expect((await npm.ask('POST', url, { body: { name: 'x' } })).status).toBe(401);
      expect((await create(alice.token, { name: 'x' })).status).toBe(200);
    });

    test('of others, and those that may do more, can not be revoked', async () => {
      const token = await login();
      const bob = await platform.createUser();
      const keyOf = async (of: string) =>
        ((await list(of)) as { key: string; token: string }[]).find((it) => of.startsWith(it.token))?.key;

      const foreign = await npm.ask('DELETE', `${url}/token/${String(await keyOf(bob.token))}`, { token });
      const foreignText = await npm.ask('DELETE', `${url}/token/${bob.token}`, { token });
      const wider = await npm.ask('DELETE', `${url}/token/${String(await keyOf(alice.token))}`, { token });
      const nonsense = await npm.ask('DELETE', `${url}/token/x`, { token });

      expect([foreign.status, foreignText.status, wider.status, nonsense.status]).toEqual([
        404, 404, 403, 404,
      ]);
      expect(await npm.whoami(bob.token)).toBe(bob.username);
    });
  });

  describe('profiles', () => {
    const url = '/-/npm/v1/user';

    test('show the account and change what can be changed', async () => {
      const token = await login();

      const before = await npm.ask('GET', url, { token });
      const email = `changed-${alice.username}@example.com`;
      const named = await npm.ask('POST', url, { token, body: { ...before.body, fullname: 'Alice A' } });
      const changed = await npm.ask('POST', url, {
        token: alice.session,
        body: { ...named.body, email },
      });
      const after = await npm.ask('GET', url, { token });

      expect(before.body).toMatchObject({ name: alice.username, tfa: false, email_verified: false });
      expect(changed.status).toBe(200);
      expect(after.body).toMatchObject({ fullname: 'Alice A', email });
      expect((await audited('user_update')).length).toBe(2);
    });

    test('another address needs more than the token of a log-in: a confirmation, or the password', async () => {
      const token = await login();
      const before = await npm.ask('GET', url, { token });
      const email = `stolen-${alice.username}@example.com`;
      const set = (headers: Record<string, string> = {}, more: object = {}) =>
        npm.ask('POST', url, { token, body: { ...before.body, email, ...more } }, headers);

      const alone = await set();
      const afterAlone = await npm.ask('GET', url, { token });
      const { username, password } = alice;
      await npm.ask('POST', String(alone.body['authUrl']), { form: { username, password } });
      const { body } = await npm.ask('GET', String(alone.body['doneUrl']));
      const confirmed = await set({ 'npm-otp': String(body['token']) });
      const wrongPassword = await set(
        {},
        { password: { old: 'not this one', new: 'a second long password' } },
      );

      expect([alone.status, alone.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
      expect(afterAlone.body['email']).toBe(before.body['email']);
      expect([confirmed.status, confirmed.body['email']]).toEqual([200, email]);
      expect(wrongPassword.status).toBe(401);
    });

    test('a new password needs the old one, ends sessions and tokens, and is the one that counts', async () => {
      const carol = await platform.createUser();
      const token = String((await npm.legacyLogin(carol.username, carol.password)).body['token']);
      const session = await fetch(`${platform.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username_or_email: carol.username, password: carol.password }),
      });
      const { token: jwt } = (await session.json()) as { token: string };
      const change = (old: string, fresh: string) =>
        npm.ask('POST', url, { token, body: { password: { old, new: fresh } } });

      const wrong = await change('not this one', 'a second long password');
      const weak = await change(carol.password, 'short');
      const right = await change(carol.password, 'a second long password');

      expect([wrong.status, weak.status, right.status]).toEqual([401, 400, 200]);
      expect((await npm.legacyLogin(carol.username, carol.password)).status).toBe(401);
      expect((await npm.legacyLogin(carol.username, 'a second long password')).status).toBe(201);
      for (const old of [jwt, token, carol.token]) {
        expect((await npm.ask('GET', '/-/whoami', { token: old })).status).toBe(401);
      }
    });

    test.each<[string, object]>([
      ['a homepage', { homepage: 'https://example.com' }],
      ['two factors', { tfa: { mode: 'auth-only', password: 'x' } }],
      ['an address that is none', { email: 'nowhere' }],
      ["another user's address", { email: 'admin@localhost' }],
      ['a name of a thousand letters', { fullname: 'x'.repeat(1_000) }],
    ])('%s is refused', async (_what, body) => {
      const answer = await npm.ask('POST', url, { token: alice.session, body });

      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body['error']).toEqual(expect.any(String));
    });
  });

  test('people can be looked up by people, without their addresses', async () => {
    const bob = await platform.createUser();

    const own = await npm.ask('GET', userPath(alice.username), { token: alice.token });
    const other = await npm.ask('GET', userPath(bob.username), { token: alice.token });
    const missing = await npm.ask('GET', userPath('unknown-user'), { token: alice.token });

    expect(own.body['email']).toContain('@');
    expect(other.body).toMatchObject({ name: bob.username, email: '' });
    expect(missing.status).toBe(404);
    expect((await npm.ask('GET', userPath(bob.username))).status).toBe(401);
  });

  test('without a credential a reader is anonymous, with a wrong one never', async () => {
    expect((await npm.ask('GET', '/-/whoami')).status).toBe(401);
    expect((await npm.ask('GET', '/-/ping')).body).toEqual({});
    expect((await npm.ask('GET', '/-/ping?write=true')).status).toBe(401);
    expect((await npm.ask('GET', '/-/ping', { token: `pub_${'0'.repeat(64)}` })).status).toBe(401);
  });

  test('organizations and teams are read with a log-in, and changed once its person confirms', async () => {
    const [token, slug] = [await login(), `org-${alice.username}`];
    const body = { name: 'Acme', slug };
    expect((await npm.ask('POST', `${platform.url}/v1/orgs`, { token: alice.session, body })).status).toBe(
      201,
    );
    const create = (headers: Record<string, string> = {}) =>
      npm.ask('PUT', `/-/org/${slug}/team`, { token, body: { name: 'web' } }, headers);

    const roster = await npm.ask('GET', `/-/org/${slug}/user`, { token });
    const alone = await create();
    const { username, password } = alice;
    await npm.ask('POST', String(alone.body['authUrl']), { form: { username, password } });
    const done = await npm.ask('GET', String(alone.body['doneUrl']));
    const confirmed = await create({ 'npm-otp': String(done.body['token']) });

    expect([roster.status, roster.body]).toEqual([200, { [username]: 'owner' }]);
    expect([alone.status, alone.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
    expect([confirmed.status, confirmed.body]).toEqual([201, { name: `${slug}:web` }]);
  });

  test('every way to log in counts against one limit', async () => {
    await platform.roles.api.stop();
    platform.roles.api = await platform.roles.api.restart({ RATE_LIMITS: 'on' });
    const password = 'not the password';
    const { body } = await npm.ask('POST', '/-/v1/login', { body: {} });
    const ways = [
      () => npm.legacyLogin(alice.username, password),
      () => npm.ask('POST', String(body['loginUrl']), { form: { username: alice.username, password } }),
      () =>
        npm.ask('POST', `${platform.url}/v1/auth/login`, {
          body: { username_or_email: alice.username, password },
        }),
    ];
    const tryAll = async () => {
      const statuses = [];
      for (const way of ways) statuses.push((await way()).status);
      return statuses;
    };

    const allowed = [await tryAll(), await tryAll(), await tryAll()];
    await tryAll();
    const refused = await tryAll();

    expect(allowed).toEqual([
      [401, 401, 401],
      [401, 401, 401],
      [401, 401, 401],
    ]);
    expect(refused).toEqual([429, 429, 429]);
  });
});
