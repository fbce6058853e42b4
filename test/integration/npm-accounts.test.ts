import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { query } from '../support/database.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

describe.skipIf(isMissing)('npm accounts', () => {
  let platform: OwnPlatform;
  let registry: string;
  let alice: { username: string; password: string; token: string };

  beforeAll(async () => {
    platform = await startOwnPlatform();
    registry = `${platform.url}/npm`;
    alice = await platform.createUser();
  });
  afterAll(() => platform.stop());

  async function ask(
    method: string,
    path: string,
    { token, body, form }: { token?: string; body?: unknown; form?: Record<string, string> } = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : registry + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    // every JSON answer asked for here is an object
    const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, text, body: parsed };
  }

  const userUrl = (name: string) => `/-/user/org.couchdb.user:${name}`;
  const whoami = async (token: string) => (await ask('GET', '/-/whoami', { token })).body['username'];
  const legacyLogin = (name: string, password: string, email?: string) =>
    ask('PUT', userUrl(name), { body: { _id: `x:${name}`, name, password, email, type: 'user', roles: [] } });
  const login = async () => String((await legacyLogin(alice.username, alice.password)).body['token']);
  const audited = (action: string) =>
    query<{ user_agent: string; metadata: Record<string, unknown> }>(
      platform.databaseUrl,
      `select audit_log.user_agent, audit_log.metadata from audit_log join users on users.id = target_user_id
       where action = $1 and users.username = $2 order by audit_log.id`,
      [action, alice.username],
    );

  describe('a log-in with name and password', () => {
    test('gives a token for ninety days that publishes and shows who it is', async () => {
      const answer = await legacyLogin(alice.username, alice.password);

      expect(answer.status).toBe(201);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.body).toMatchObject({ ok: true, id: `org.couchdb.user:${alice.username}` });
      expect(await whoami(String(answer.body['token']))).toBe(alice.username);
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

      const wrong = await legacyLogin(alice.username, 'not the password');
      const unknown = await legacyLogin('nobody-at-all', 'not the password');

      expect(wrong.status).toBe(401);
      expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/);
      expect(wrong.body).toEqual({ error: 'the name or the password is wrong' });
      expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
      expect((await audited('user_login_failed')).length).toBe(before + 1);
    });

    test('with an address it registers, and is a log-in for those who are known', async () => {
      const name = `new-${alice.username}`;
      const password = 'a fresh and long password';

      const registered = await legacyLogin(name, password, `${name}@example.com`);
      const again = await legacyLogin(name, password, `${name}@example.com`);
      const wrong = await legacyLogin(name, 'another long password', `${name}@example.com`);

      expect([registered.status, again.status, wrong.status]).toEqual([201, 201, 401]);
      expect(await whoami(String(registered.body['token']))).toBe(name);
    });

    test.each([
      ['a short password', 'fresh-name', 'short', 'fresh@example.com', /at least 12/],
      ['a name that is none', 'a name', 'a fresh and long password', 'fresh@example.com', /username/],
      ['an address that is none', 'fresh-name', 'a fresh and long password', 'fresh', /e-mail/],
    ])('%s is refused in a sentence', async (_what, name, password, email, sentence) => {
      const answer = await legacyLogin(encodeURIComponent(name), password, email);
      const body = { name, password, email };
      const spaced = await ask('PUT', userUrl(encodeURIComponent(name)), { body });

      expect([400, 422]).toContain(spaced.status);
      expect(spaced.body['error']).toMatch(sentence);
      expect(answer.status).toBeLessThan(500);
    });

    test.each<[string, unknown, number]>([
      ['no body', undefined, 400],
      ['an array', [], 400],
      ['no password', { name: 'x' }, 400],
      ['another name', { name: 'somebody', password: 'a fresh and long password' }, 400],
    ])('%s is refused', async (_what, body, status) => {
      const answer = await ask('PUT', userUrl('x'), body === undefined ? {} : { body });

      expect(answer.status).toBe(status);
      expect(answer.body['error']).toEqual(expect.any(String));
    });

    test('a logout ends the token for good; a second one finds nothing', async () => {
      const token = await login();

      const first = await ask('DELETE', `/-/user/token/${token}`, { token });
      const after = await ask('GET', '/-/whoami', { token });
      const other = await ask('DELETE', `/-/user/token/${token}`, { token: alice.token });

      expect([first.status, first.body]).toEqual([200, { ok: true }]);
      expect(after.status).toBe(401);
      expect(other.status).toBe(404);
    });
  });

  describe('a log-in in the browser', () => {
    async function start(hostname?: string) {
      const { body, status } = await ask('POST', '/-/v1/login', { body: { hostname } });
      expect(status).toBe(200);
      return { page: String(body['loginUrl']), done: String(body['doneUrl']) };
    }
    const sameOrigin = { 'sec-fetch-site': 'same-origin' };
    const submit = (
      page: string,
      form: Record<string, string>,
      headers: Record<string, string> = sameOrigin,
    ) => ask('POST', page, { form }, headers);
    const credentials = () => ({ username: alice.username, password: alice.password });

    test('waits, is confirmed on a page without scripts, and gives the token once', async () => {
      const { page, done } = await start('laptop <b>');

      const waiting = await ask('GET', done);
      const shown = await ask('GET', page);
      const confirmed = await submit(page, credentials());
      const [answer, again] = [await ask('GET', done), await ask('GET', done)];

      expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([202, '2']);
      expect(shown.status).toBe(200);
      expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*form-action 'self'/);
      expect(shown.headers.get('cache-control')).toBe('no-store');
      expect(shown.text).toContain('laptop &lt;b&gt;');
      expect(shown.text).toContain(`<code>${page.slice(-8)}</code>`);
      expect(shown.text).not.toMatch(/<script|javascript:/);
      expect([confirmed.status, /Logged in/.test(confirmed.text)]).toEqual([200, true]);
      expect(answer.status).toBe(200);
      expect(await whoami(String(answer.body['token']))).toBe(alice.username);
      expect(again.status).toBe(404);
      expect((await ask('GET', page)).status).toBe(404);
    });

    test('a wrong password shows the form again and confirms nothing', async () => {
      const { page, done } = await start();

      const wrong = await submit(page, { username: `"><i>${alice.username}`, password: 'not this one' });
      const empty = await submit(page, { username: alice.username, password: '' });

      expect(wrong.status).toBe(401);
      expect(wrong.text).toContain('The name or the password is wrong.');
      expect(wrong.text).toContain(`value="&quot;&gt;&lt;i&gt;${alice.username}"`);
      expect(wrong.text).not.toContain('not this one');
      expect(empty.status).toBe(400);
      expect((await ask('GET', done)).status).toBe(202);
      expect((await submit(page, credentials())).status).toBe(200);
    });

    test.each([
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['a sister site', { 'sec-fetch-site': 'same-site' }],
      ['another origin', { origin: 'https://evil.example' }],
      ['nowhere', { origin: 'null' }],
    ])('a form from %s is refused', async (_what, headers) => {
      const { page, done } = await start();

      const answer = await submit(page, credentials(), headers);

      expect(answer.status).toBe(403);
      expect((await ask('GET', done)).status).toBe(202);
    });

    test('the address of the page does not give the token away', async () => {
      const { page, done } = await start();
      await submit(page, credentials());
      const pageId = page.slice(page.lastIndexOf('/') + 1);

      const guess = await ask('GET', done.replace(/[^/]+$/, pageId + 'a'.repeat(40)));

      expect(guess.status).toBe(404);
      expect((await ask('GET', done)).status).toBe(200);
    });

    test('unknown log-ins are not there, on the page and for the client', async () => {
      for (const id of ['x', 'a'.repeat(40), '%00', 'a'.repeat(400)]) {
        expect((await ask('GET', `${platform.url}/login/cli/${id}`)).status).toBe(404);
        expect((await submit(`${platform.url}/login/cli/${id}`, credentials())).status).toBe(404);
        expect((await ask('GET', `/-/v1/login/done/${id}`)).status).toBe(404);
      }
    });

    test('a client that wants to register is sent to its own questions', async () => {
      const answer = await ask('POST', '/-/v1/login', { body: { create: true } });

      expect(answer.status).toBe(404);
    });
  });

  describe('tokens', () => {
    const url = '/-/npm/v1/tokens';
    const create = (token: string, body: object) => ask('POST', url, { token, body });
    const list = async (token: string) => (await ask('GET', url, { token })).body['objects'] as object[];

    test('are created with the password, shown once, listed and revoked', async () => {
      const token = await login();

      const created = await create(token, { name: 'ci', password: alice.password, expires: 7 });
      const { key, token: secret } = created.body;
      const listed = await list(token);
      const revoked = await ask('DELETE', `${url}/token/${String(key)}`, { token });

      expect(created.status).toBe(200);
      expect(created.body).toMatchObject({ name: 'ci', readonly: false, cidr_whitelist: null });
      expect(String(secret)).toMatch(/^pub_[0-9a-f]{64}$/);
      expect(listed).toContainEqual(
        expect.objectContaining({ key, token: String(secret).slice(0, 12), name: 'ci', readonly: false }),
      );
      expect(JSON.stringify(listed)).not.toContain(String(secret));
      expect(revoked.status).toBe(204);
      expect((await ask('GET', '/-/whoami', { token: String(secret) })).status).toBe(401);
    });

    test('by their text as well', async () => {
      const token = await login();
      const other = await login();

      expect((await ask('DELETE', `${url}/token/${other}`, { token })).status).toBe(204);
      expect((await ask('GET', '/-/whoami', { token: other })).status).toBe(401);
    });

    test('that only read publish nothing', async () => {
      const token = await login();
      const wanted = { password: alice.password, packages_and_scopes_permission: 'read-only' };

      const { body } = await create(token, wanted);
      const publish = await ask('PUT', '/probe', { token: String(body['token']), body: {} });

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
        const { body } = await ask('GET', next, { token });
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
      ['a permission nobody knows', { packages_and_scopes_permission: 'no-access' }],
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
      expect((await ask('POST', url, { body: { name: 'x' } })).status).toBe(401);
      expect((await create(alice.token, { name: 'x' })).status).toBe(200);
    });

    test('of others, and those that may do more, can not be revoked', async () => {
      const token = await login();
      const bob = await platform.createUser();
      const keyOf = async (of: string) =>
        ((await list(of)) as { key: string; token: string }[]).find((it) => of.startsWith(it.token))?.key;

      const foreign = await ask('DELETE', `${url}/token/${String(await keyOf(bob.token))}`, { token });
      const foreignText = await ask('DELETE', `${url}/token/${bob.token}`, { token });
      const wider = await ask('DELETE', `${url}/token/${String(await keyOf(alice.token))}`, { token });
      const nonsense = await ask('DELETE', `${url}/token/x`, { token });

      expect([foreign.status, foreignText.status, wider.status, nonsense.status]).toEqual([
        404, 404, 403, 404,
      ]);
      expect(await whoami(bob.token)).toBe(bob.username);
    });
  });

  describe('profiles', () => {
    const url = '/-/npm/v1/user';

    test('show the account and change what can be changed', async () => {
      const token = await login();

      const before = await ask('GET', url, { token });
      const email = `changed-${alice.username}@example.com`;
      const changed = await ask('POST', url, { token, body: { ...before.body, fullname: 'Alice A', email } });
      const after = await ask('GET', url, { token });

      expect(before.body).toMatchObject({ name: alice.username, tfa: false, email_verified: false });
      expect(changed.status).toBe(200);
      expect(after.body).toMatchObject({ fullname: 'Alice A', email });
      expect((await audited('user_update')).length).toBe(1);
    });

    test('a new password needs the old one, ends sessions, and is the one that counts', async () => {
      const carol = await platform.createUser();
      const token = String((await legacyLogin(carol.username, carol.password)).body['token']);
      const session = await fetch(`${platform.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username_or_email: carol.username, password: carol.password }),
      });
      const { token: jwt } = (await session.json()) as { token: string };
      const change = (old: string, fresh: string) =>
        ask('POST', url, { token, body: { password: { old, new: fresh } } });

      const wrong = await change('not this one', 'a second long password');
      const weak = await change(carol.password, 'short');
      const right = await change(carol.password, 'a second long password');

      expect([wrong.status, weak.status, right.status]).toEqual([401, 400, 200]);
      expect((await legacyLogin(carol.username, carol.password)).status).toBe(401);
      expect((await legacyLogin(carol.username, 'a second long password')).status).toBe(201);
      expect((await ask('GET', '/-/whoami', { token: jwt })).status).toBe(401);
    });

    test.each<[string, object]>([
      ['a homepage', { homepage: 'https://example.com' }],
      ['two factors', { tfa: { mode: 'auth-only', password: 'x' } }],
      ['an address that is none', { email: 'nowhere' }],
      ["somebody else's address", { email: 'admin@localhost' }],
      ['a name of a thousand letters', { fullname: 'x'.repeat(1_000) }],
    ])('%s is refused', async (_what, body) => {
      const answer = await ask('POST', url, { token: await login(), body });

      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body['error']).toEqual(expect.any(String));
    });
  });

  test('people can be looked up by people, without their addresses', async () => {
    const bob = await platform.createUser();

    const own = await ask('GET', userUrl(alice.username), { token: alice.token });
    const other = await ask('GET', userUrl(bob.username), { token: alice.token });
    const nobody = await ask('GET', userUrl('nobody-at-all'), { token: alice.token });

    expect(own.body['email']).toContain('@');
    expect(other.body).toMatchObject({ name: bob.username, email: '' });
    expect(nobody.status).toBe(404);
    expect((await ask('GET', userUrl(bob.username))).status).toBe(401);
  });

  test('without a credential nobody is anybody; a wrong one is never anonymous', async () => {
    expect((await ask('GET', '/-/whoami')).status).toBe(401);
    expect((await ask('GET', '/-/ping')).body).toEqual({});
    expect((await ask('GET', '/-/ping?write=true')).status).toBe(401);
    expect((await ask('GET', '/-/ping', { token: `pub_${'0'.repeat(64)}` })).status).toBe(401);
  });

  test('organizations and teams are refused in a sentence', async () => {
    for (const path of ['/-/org/acme/user', '/-/team/acme/devs/user']) {
      const answer = await ask('GET', path, { token: alice.token });

      expect([answer.status, answer.body]).toEqual([
        404,
        { error: 'organizations and teams are not managed through this protocol' },
      ]);
    }
  });

  test('every way to log in counts against one limit', async () => {
    await platform.roles.api.stop();
    platform.roles.api = await platform.roles.api.restart({ RATE_LIMITS: 'on' });
    const password = 'not the password';
    const { body } = await ask('POST', '/-/v1/login', { body: {} });
    const ways = [
      () => legacyLogin(alice.username, password),
      () => ask('POST', String(body['loginUrl']), { form: { username: alice.username, password } }),
      () =>
        ask('POST', `${platform.url}/v1/auth/login`, {
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
