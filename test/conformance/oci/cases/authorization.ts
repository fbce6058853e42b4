import { expect } from 'vitest';
import { must, should, type Case } from '../case.ts';
import { blobOf, pushBlob, pushImage } from '../content.ts';
import { type Answer, basicOf, codesOf, digestOf, header, jsonOf, type Registry } from '../registry.ts';

interface Granted {
  token: string;
  access_token: string;
  expires_in: number;
  issued_at: string;
  refresh_token?: string;
}

interface Challenge {
  realm: string;
  service: string;
  scope: string | undefined;
}

function challengeOf(text: string): Challenge {
  const value = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(text)?.[1];
  return { realm: value('realm') ?? '', service: value('service') ?? '', scope: value('scope') };
}

/** Exchanges the credential for a token, as a client does after a challenge. */
async function trade(
  registry: Registry,
  { realm, service }: Pick<Challenge, 'realm' | 'service'>,
  scopes: readonly string[],
  more: { authorization?: string; query?: string } = {},
): Promise<Granted> {
  const query = new URLSearchParams([['service', service], ...scopes.map((scope) => ['scope', scope])] as [
    string,
    string,
  ][]);
  const response = await fetch(`${realm}?${query.toString()}${more.query ?? ''}`, {
    headers: more.authorization === undefined ? {} : { authorization: more.authorization },
  });
  if (!response.ok) throw new Error(`${registry.mount}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Granted;
}

async function challenged(registry: Registry, method: string, path: string): Promise<Challenge> {
  const answer = await registry.ask(method, path, { authorization: null });
  expect([answer.status, codesOf(answer)]).toEqual([401, ['UNAUTHORIZED']]);
  return challengeOf(header(answer, 'www-authenticate'));
}

function repositoriesOf(answer: Answer): string[] {
  return (jsonOf(answer) as { repositories: string[] }).repositories;
}

const bearer = (token: string) => `Bearer ${token}`;

export const authorizationCases: Case[] = [
  must('the base answers authenticated clients, and challenges the others', async (registry) => {
    const known = await registry.ask('GET', '');
    const challenge = await challenged(registry, 'GET', '');

    expect([known.status, known.body.toString()]).toEqual([200, '{}']);
    expect(challenge.realm).toMatch(/^https?:\/\/.+\/oci\/token$/);
    expect([challenge.service, challenge.scope]).toEqual([new URL(registry.origin).host, undefined]);
  }),
  must('a challenge names what the request needs', async (registry) => {
    const name = registry.newName();
    const scopes = await Promise.all(
      [
        ['GET', `${name}/manifests/latest`],
        ['POST', `${name}/blobs/uploads/`],
        ['PUT', `${name}/manifests/latest`],
        ['DELETE', `${name}/manifests/latest`],
        ['GET', '_catalog'],
      ].map(async ([method = '', path = '']) => (await challenged(registry, method, path)).scope),
    );

    expect(scopes).toEqual([
      `repository:${name}:pull`,
      `repository:${name}:pull,push`,
      `repository:${name}:pull,push`,
      `repository:${name}:delete`,
      'registry:catalog:*',
    ]);
  }),
  must('a token for a repository pushes and pulls there and nowhere else', async (registry) => {
    const [name, other, blob] = [registry.newName(), registry.newName(), blobOf()];
    const challenge = await challenged(registry, 'POST', `${name}/blobs/uploads/`);
    const authorization = basicOf(registry.username, registry.token);
    const { token, access_token, expires_in, issued_at } = await trade(
      registry,
      challenge,
      [challenge.scope ?? ''],
      { authorization },
    );
    const as: Registry = {
      ...registry,
      ask: (method, path, asking) => registry.ask(method, path, { ...asking, authorization: bearer(token) }),
    };

    await pushBlob(as, name, blob);
    await pushImage(as, name, 'latest');
    const elsewhere = await as.ask('POST', `${other}/blobs/uploads/`);

    expect(await as.ask('GET', `${name}/manifests/latest`)).toMatchObject({ status: 200 });
    expect(access_token).toBe(token);
    expect(expires_in).toBeGreaterThanOrEqual(60);
    expect(Math.abs(Date.parse(issued_at) - Date.now())).toBeLessThan(60_000);
    expect(elsewhere.status).toBe(401);
    expect(challengeOf(header(elsewhere, 'www-authenticate')).scope).toBe(`repository:${other}:pull,push`);
  }),
  must('a token for several scopes has each of them', async (registry) => {
    const [source, name, blob] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, source, blob);
    const challenge = await challenged(registry, 'GET', '');
    const scopes = [`repository:${name}:pull,push`, `repository:${source}:pull`];
    const authorization = basicOf(registry.username, registry.token);

    for (const wished of [scopes, [scopes.join(' ')]]) {
      const { token } = await trade(registry, challenge, wished, { authorization });
      const path = `${name}/blobs/uploads/?mount=${blob.digest}&from=${source}`;
      expect(await registry.ask('POST', path, { authorization: bearer(token) })).toMatchObject({
        status: 201,
      });
    }
  }),
  should('a client that mounts is told to ask for both repositories', async (registry) => {
    const [source, name, blob] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, source, blob);
    const authorization = basicOf(registry.username, registry.token);
    const mount = `${name}/blobs/uploads/?mount=${blob.digest}&from=${source}`;
    const both = `repository:${name}:pull,push repository:${source}:pull`;

    const unknown = await challenged(registry, 'POST', mount);
    const { token: narrow } = await trade(registry, unknown, [`repository:${name}:pull,push`], {
      authorization,
    });
    const again = await registry.ask('POST', mount, { authorization: bearer(narrow) });
    const { token: wide } = await trade(registry, unknown, [unknown.scope ?? ''], { authorization });
    const foreign = 'admin-of-nothing-here/x';
    const { token: refused } = await trade(
      registry,
      unknown,
      [`repository:${name}:pull,push`, `repository:${foreign}:pull`],
      { authorization },
    );

    expect([unknown.scope, challengeOf(header(again, 'www-authenticate')).scope]).toEqual([both, both]);
    expect(await registry.ask('POST', mount, { authorization: bearer(wide) })).toMatchObject({ status: 201 });
    const elsewhere = `${name}/blobs/uploads/?mount=${blob.digest}&from=${foreign}`;
    expect(await registry.ask('POST', elsewhere, { authorization: bearer(refused) })).toMatchObject({
      status: 202,
    });
    for (const from of ['Not/A/Name', 'x"y', '']) {
      const path = `${name}/blobs/uploads/?mount=${digestOf('nothing')}&from=${encodeURIComponent(from)}`;
      expect(await registry.ask('POST', path, { authorization: bearer(narrow) })).toMatchObject({
        status: 202,
      });
    }
  }),
  must('an anonymous client gets a token that reads public repositories', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');
    const challenge = await challenged(registry, 'GET', '');

    const { token } = await trade(registry, challenge, [`repository:${name}:pull,push`]);

    const read = await registry.ask('GET', `${name}/manifests/latest`, { authorization: bearer(token) });
    const written = await registry.ask('POST', `${name}/blobs/uploads/`, { authorization: bearer(token) });
    expect([read.status, written.status]).toEqual([200, 401]);
    expect(await registry.ask('GET', '', { authorization: bearer(token) })).toMatchObject({ status: 200 });
    expect(await registry.ask('GET', `${name}/manifests/latest`, { authorization: null })).toMatchObject({
      status: 200,
    });
  }),
  must('a token that was refused an action is told so once and for all', async (registry) => {
    const challenge = await challenged(registry, 'GET', '');
    const name = registry.newName();
    await pushImage(registry, name, 'latest');
    const authorization = basicOf(registry.username, registry.token);
    const foreign = 'admin-of-nothing-here';
    const { token } = await trade(
      registry,
      challenge,
      [`repository:${name}:pull`, `repository:${foreign}/x:pull`],
      { authorization },
    );

    const push = await registry.ask('POST', `${name}/blobs/uploads/`, { authorization: bearer(token) });
    const pull = await registry.ask('GET', `${foreign}/x/manifests/latest`, { authorization: bearer(token) });

    expect(challengeOf(header(push, 'www-authenticate')).scope).toBe(`repository:${name}:pull,push`);
    expect([pull.status, codesOf(pull)]).toEqual([404, ['NAME_UNKNOWN']]);
  }),
  must('a form does what a query does, and a refresh token spares the password', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');
    const { realm, service } = await challenged(registry, 'GET', '');
    const scope = `repository:${name}:pull`;
    const post = async (form: Record<string, string>) => {
      const response = await fetch(realm, {
        method: 'POST',
        body: new URLSearchParams({ service, scope, ...form }),
      });
      return { status: response.status, granted: (await response.json()) as Granted };
    };

    const first = await post({
      grant_type: 'password',
      username: registry.username,
      password: registry.token,
      access_type: 'offline',
      client_id: 'conformance',
    });
    const refreshToken = first.granted.refresh_token ?? '';
    const second = await post({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: 'conformance',
    });

    for (const { status, granted } of [first, second]) {
      expect(status).toBe(200);
      const authorization = bearer(granted.access_token);
      expect(await registry.ask('GET', `${name}/manifests/latest`, { authorization })).toMatchObject({
        status: 200,
      });
    }
    expect(
      await registry.ask('GET', `${name}/manifests/latest`, { authorization: bearer(refreshToken) }),
    ).toMatchObject({
      status: 401,
    });
    expect(await post({ grant_type: 'refresh_token', refresh_token: first.granted.token })).toMatchObject({
      status: 401,
    });
    expect(
      await post({ grant_type: 'password', username: registry.username, password: 'wrong' }),
    ).toMatchObject({
      status: 401,
    });
    expect(await post({ grant_type: 'implicit' })).toMatchObject({ status: 400 });
  }),
  should('a refresh token comes only when it is asked for', async (registry) => {
    const challenge = await challenged(registry, 'GET', '');
    const authorization = basicOf(registry.username, registry.token);

    const plain = await trade(registry, challenge, [], { authorization });
    const offline = await trade(registry, challenge, [], { authorization, query: '&offline_token=true' });
    const anonymous = await trade(registry, challenge, [], { query: '&offline_token=true' });

    expect([plain.refresh_token, typeof offline.refresh_token, anonymous.refresh_token]).toEqual([
      undefined,
      'string',
      undefined,
    ]);
  }),
  must('a wrong credential is refused everywhere', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name, 'latest');
    const { realm } = await challenged(registry, 'GET', '');
    const wrong = `pub_${'0'.repeat(64)}`;

    for (const authorization of [bearer(wrong), bearer('x.y.z'), basicOf('person', wrong), 'Digest x']) {
      for (const path of ['', `${name}/manifests/latest`]) {
        expect(await registry.ask('GET', path, { authorization })).toMatchObject({ status: 401 });
      }
    }
    expect(await fetch(realm, { headers: { authorization: basicOf('person', wrong) } })).toMatchObject({
      status: 401,
    });
  }),
  must("the platform's own tokens are taken as they are", async (registry) => {
    const name = registry.newName();

    for (const authorization of [bearer(registry.token), basicOf('person', registry.token)]) {
      const as: Registry = {
        ...registry,
        ask: (method, path, asking) => registry.ask(method, path, { ...asking, authorization }),
      };
      await pushImage(as, name, 'latest');
      expect(await as.ask('GET', `${name}/tags/list`)).toMatchObject({ status: 200 });
    }
  }),
  should('the catalog lists what the caller may read, in pages', async (registry) => {
    const names = [registry.newName(), registry.newName()].sort();
    for (const name of names) await pushImage(registry, name, 'latest');
    const before = `${registry.username}/`;

    const page = await registry.ask('GET', `_catalog?n=1&last=${encodeURIComponent(before)}`);
    const all = await registry.ask('GET', `_catalog?n=1000&last=${encodeURIComponent(before)}`);

    expect(repositoriesOf(page)).toHaveLength(1);
    expect(header(page, 'link')).toMatch(/rel="next"$/);
    expect(repositoriesOf(all)).toEqual(expect.arrayContaining(names));
    const { realm, service, scope = '' } = await challenged(registry, 'GET', '_catalog');
    const { token } = await trade(registry, { realm, service }, [scope]);
    const anonymous = await registry.ask('GET', '_catalog?n=1000', { authorization: bearer(token) });
    expect(anonymous.status).toBe(200);
  }),
];
