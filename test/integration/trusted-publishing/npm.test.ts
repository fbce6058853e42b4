import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { escapedName, publishNpm } from '../../support/npm.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';

const isMissing = isSkipped(await findTemporal(), temporalMissing);

const uniqueName = (stem: string) => `${stem}-${randomBytes(8).toString('hex')}`;
/** The audience that the client requests: without the port. */
const audience = 'npm:127.0.0.1';

describe.skipIf(isMissing)('npm builds', () => {
  let issuer: Issuer;
  let platform: SharedPlatform;
  let alice: TestUser;

  beforeAll(async () => {
    issuer = await startIssuer({ isTrusted: true });
    platform = await startOpenPlatform();
    alice = await platform.createUser();
  });
  afterAll(async () => {
    await platform?.stop();
    await issuer?.stop();
  });

  const registry = () => `${platform.url}/npm`;
  const publish = (name: string, version: string, token: string) =>
    publishNpm(registry(), { name, version }, token);

  async function versionsOf(name: string): Promise<object> {
    const { status, body } = await send('GET', `${registry()}/${escapedName(name)}`);
    expect(status).toBe(200);
    // every document of a package has an object here
    return body['versions'] as object;
  }

  const trust = (name: string, rules: object) =>
    send('POST', publishersUrl(platform, 'npm', encodeURIComponent(name)), {
      bearer: alice.session,
      body: { issuer: issuer.url, ...rules },
    });

  const exchangeUrl = (name: string, mount = '') =>
    `${platform.url}${mount}/-/npm/v1/oidc/token/exchange/package/${escapedName(name)}`;
  const exchange = async (name: string, changes = {}, mount = '') => {
    const claims = { ...runOf(`acme/${name}`, audience), ...changes };
    return send('POST', exchangeUrl(name, mount), { bearer: await issuer.sign(claims) });
  };
  async function makeTrusted(rules: object = {}): Promise<string> {
    const name = uniqueName('built');
    expect((await publish(name, '1.0.0', alice.token)).status).toBe(200);
    const { status } = await trust(name, {
      repository: `acme/${name}`,
      workflow_ref: 'release.yml',
      ...rules,
    });
    expect(status).toBe(201);
    return name;
  }

  test('trade their identity at the root of the host and below the mount, and publish', async () => {
    const name = await makeTrusted();

    const [root, mounted] = [await exchange(name), await exchange(name, {}, '/npm')];
    const published = await publish(name, '1.1.0', String(root.body['token']));

    expect([root.status, mounted.status]).toEqual([200, 200]);
    expect(root.headers.get('cache-control')).toBe('no-store');
    expect(root.body['token']).toMatch(/^pub_[0-9a-f]{72}$/);
    expect(published.status).toBe(200);
    expect(Object.keys(await versionsOf(name))).toEqual(['1.0.0', '1.1.0']);
  });

  test.each<[string, object]>([
    ['addressed to the URL of another protocol', { aud: 'http://127.0.0.1' }],
    ['addressed to another registry', { aud: 'npm:registry.example.com' }],
    ['of another repository', { repository: 'acme/other' }],
    ['of another workflow', { workflow_ref: 'acme/x/.github/workflows/other.yml@refs/heads/main' }],
    ["of a stranger's pull request", { event_name: 'pull_request_target' }],
  ])('%s get nothing', async (_what, changes) => {
    const answer = await exchange(await makeTrusted(), changes);

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: expect.any(String), error: expect.any(String) });
  });

  test('get nothing for packages that are not there, for no identity, and by other ways', async () => {
    expect((await exchange(uniqueName('nothing'))).status).toBe(401);
    expect((await send('POST', exchangeUrl('probe'))).status).toBe(401);
    expect((await send('POST', exchangeUrl('probe'), { bearer: 'x.y.z' })).status).toBe(401);
    const elsewhere = await send('GET', `${platform.url}/-/npm/v1/nothing`);
    expect([elsewhere.status, elsewhere.body]).toEqual([404, { error: 'Not found' }]);
  });

  test('that may only stage bring releases that wait for a person', async () => {
    const name = await makeTrusted({ needs_approval: true });
    const { body } = await exchange(name);

    const published = await publish(name, '1.1.0', String(body['token']));

    expect(published.status).toBe(200);
    expect(published.headers.get('npm-notice')).toContain('held for review');
    expect(Object.keys(await versionsOf(name))).toEqual(['1.0.0']);
  });

  test('are named, listed and removed in the words of the client', async () => {
    const name = `@${alice.username}/${uniqueName('named')}`;
    await publish(name, '1.0.0', alice.token);
    const url = `${registry()}/-/package/${escapedName(name)}/trust`;
    const asked = [
      {
        type: 'github',
        claims: { repository: 'acme/probe', workflow_ref: { file: 'release.yml' }, environment: 'prod' },
        permissions: ['createStagedPackage'],
      },
      {
        type: 'gitlab',
        claims: { project_path: 'acme/tools/probe', ci_config_ref_uri: { file: '.gitlab-ci.yml' } },
      },
    ];

    const created = await send('POST', url, { bearer: alice.session, body: asked });
    const listed = await send('GET', url, { bearer: alice.token });
    const again = await send('POST', url, { bearer: alice.session, body: asked });
    const entries = listed.body as unknown as { id: string }[];
    const removed = await send('DELETE', `${url}/${entries[0]?.id}`, { bearer: alice.session });
    const after = await send('GET', url, { bearer: alice.token });

    expect(created.status).toBe(201);
    expect(created.body).toEqual(listed.body);
    expect(entries).toEqual([
      { id: expect.any(String), ...asked[0] },
      { id: expect.any(String), ...asked[1], permissions: ['createPackage', 'createStagedPackage'] },
    ]);
    expect(again.status).toBe(409);
    expect(removed.status).toBe(204);
    expect(after.body).toEqual([entries[1]]);
    const bob = await platform.createUser();
    for (const bearer of [undefined, bob.session]) {
      const credential = bearer === undefined ? {} : { bearer };
      expect((await send('GET', url, credential)).status).toBe(bearer === undefined ? 401 : 403);
      expect((await send('POST', url, { ...credential, body: asked })).status).toBe(
        bearer === undefined ? 401 : 403,
      );
    }
  });

  test('a token alone names no publisher: only its person confirms on a page', async () => {
    const name = `@${alice.username}/${uniqueName('confirmed')}`;
    await publish(name, '1.0.0', alice.token);
    const url = `${registry()}/-/package/${escapedName(name)}/trust`;
    const body = [
      { type: 'github', claims: { repository: 'acme/probe', workflow_ref: { file: 'release.yml' } } },
    ];
    const bob = await platform.createUser();
    const submit = async (page: string, { username, password }: TestUser) =>
      (await fetch(page, { method: 'POST', body: new URLSearchParams({ username, password }) })).status;
    const add = async (token: string, otp: string) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'npm-otp': otp,
      };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      await response.body?.cancel();
      return response.status;
    };

    const asked = await send('POST', url, { bearer: alice.token, body });
    const { authUrl, doneUrl } = asked.body as { authUrl: string; doneUrl: string };
    const page = await (await fetch(authUrl)).text();
    const waiting = (await fetch(doneUrl)).status;
    const byBob = await submit(authUrl, bob);
    const byAlice = await submit(authUrl, alice);
    const code = String((await send('GET', doneUrl)).body['token']);

    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, 'OTP']);
    expect(asked.body['error']).toMatch(/log in again/);
    expect(page).toContain('Confirm a change');
    expect([waiting, byBob, byAlice]).toEqual([202, 403, 200]);
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    expect((await send('GET', `${platform.url}/v1/users/me`, { bearer: code })).status).toBe(401);
    expect(await add(bob.token, code)).toBe(403);
    expect(await add(alice.token, '0'.repeat(64))).toBe(401);
    expect(await add(alice.token, code)).toBe(201);
    const [entry] = (await send('GET', url, { bearer: alice.token })).body as unknown as { id: string }[];
    expect((await send('DELETE', `${url}/${entry?.id}`, { bearer: alice.token })).status).toBe(401);
  });

  test.each<[string, unknown]>([
    ['nothing', []],
    ['one that is no list', { type: 'github' }],
    ['an unknown build system', [{ type: 'circleci', claims: {} }]],
    ['no workflow', [{ type: 'github', claims: { repository: 'acme/probe' } }]],
    [
      'an unknown permission',
      [
        {
          type: 'github',
          claims: { repository: 'a/b', workflow_ref: { file: 'x' } },
          permissions: ['all'],
        },
      ],
    ],
  ])('%s can not be named', async (_what, body) => {
    const name = uniqueName('unnamed');
    const url = `${registry()}/-/package/${name}/trust`;

    const answer = await send('POST', url, { bearer: alice.token, body });

    expect(answer.status).toBe(400);
    expect((await send('DELETE', `${url}/x`, { bearer: alice.token })).status).toBe(404);
  });
});
