import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { publishCrate } from '../support/cargo.ts';
import { gemsClient } from '../support/gems.ts';
import { npmRequests } from '../support/npm.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';
import { npmClient } from './npm/client.ts';

let platform: Platform;
let owner: TestUser;
const name = uniqueName('hidden').toLowerCase();
const other = uniqueName('hidden').toLowerCase();

/** Reads that only the owner may do: private packages, and the account. Each returns the status. */
const secrets = {
  npm: (credential: string) => ask(`/npm/${name}`, `Bearer ${credential}`),
  'npm, another package': (credential: string) => ask(`/npm/${other}`, `Bearer ${credential}`),
  cargo: (credential: string) => ask(`/cargo/index/${indexPath(name)}`, credential),
  rubygems: (credential: string) => ask(`/rubygems/api/v1/gems/${name}.json`, credential),
  'npm in /v1': (credential: string) => ask(`/v1/packages/npm/${name}`, `Bearer ${credential}`),
  'cargo in /v1': (credential: string) => ask(`/v1/packages/cargo/${name}`, `Bearer ${credential}`),
  'rubygems in /v1': (credential: string) => ask(`/v1/packages/rubygems/${name}`, `Bearer ${credential}`),
  account: (credential: string) => ask('/v1/users/me', `Bearer ${credential}`),
  tokens: (credential: string) => ask('/v1/tokens', `Bearer ${credential}`),
  repositories: (credential: string) => ask(`/v1/repositories/${name}`, `Bearer ${credential}`),
};

const indexPath = (crate: string) => `${crate.slice(0, 2)}/${crate.slice(2, 4)}/${crate}`;

async function ask(path: string, authorization: string): Promise<number> {
  const response = await fetch(platform.url + path, { headers: { authorization } });
  await response.body?.cancel();
  return response.status;
}

/** Names of the secrets that the credential can read. */
async function shownTo(credential: string): Promise<string[]> {
  const statuses = await Promise.all(
    Object.entries(secrets).map(async ([secret, read]) => [secret, await read(credential)] as const),
  );
  return statuses.filter(([, status]) => status === 200).map(([secret]) => secret);
}

async function manage(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(platform.url + path, {
    method,
    headers: { authorization: `Bearer ${owner.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBeLessThan(300);
  // every answer of /v1 is an object
  return (await response.json()) as Record<string, unknown>;
}

const tokenFor = async (limits: object, scopes = ['packages:write', 'tokens:read']) =>
  String((await manage('POST', '/v1/tokens', { name: 'bound', scopes, ...limits }))['token']);

async function gemKey(right: string): Promise<string> {
  const basic = `Basic ${Buffer.from(`${owner.username}:${owner.password}`).toString('base64')}`;
  const fields = { name: right, [right]: 'true' };
  return (await gemsClient(platform.url, owner.token).form('POST', 'api/v1/api_key', fields, basic)).text();
}

beforeAll(async () => {
  platform = await startPlatform();
  owner = await platform.createUser();
  await manage('POST', '/v1/repositories', { name, slug: name, kind: 'private' });
  const npm = npmClient(platform, owner.token);
  for (const each of [name, other]) {
    expect((await npm.publish({ name: each, version: '1.0.0' })).status).toBe(200);
    await manage('PATCH', `/v1/packages/npm/${each}`, { visibility: 'private' });
  }
  expect((await publishCrate(platform, await makeCrate({ name }), owner.token)).status).toBe(200);
  const [pushed] = await gemsClient(platform.url, owner.token).pushGem({ name, version: '1.0.0' });
  expect(pushed).toBe(200);
  for (const ecosystem of ['cargo', 'rubygems']) {
    await manage('PATCH', `/v1/packages/${ecosystem}/${name}`, { visibility: 'private' });
  }
});
afterAll(() => platform?.stop());

describe('a credential of one ecosystem', () => {
  it('is asked for things that a credential of everything shows', async () => {
    expect(await shownTo(owner.token)).toEqual(Object.keys(secrets));
  });

  const ofNpm = ['npm', 'npm, another package', 'npm in /v1'];
  it.each<[string, () => Promise<string>, string[]]>([
    ['a key of gems that pushes', () => gemKey('push_rubygem'), []],
    ['a key of gems that reads', () => gemKey('index_rubygems'), ['rubygems']],
    ['a token bound to npm', () => tokenFor({ ecosystem: 'npm' }), ofNpm],
    ['a token bound to gems', () => tokenFor({ ecosystem: 'rubygems' }), ['rubygems', 'rubygems in /v1']],
    [
      'a token bound to a crate',
      () => tokenFor({ package: { ecosystem: 'cargo', name } }),
      ['cargo', 'cargo in /v1'],
    ],
    [
      'a log-in of npm',
      async () =>
        String(
          (await npmRequests(`${platform.url}/npm`).legacyLogin(owner.username, owner.password)).body[
            'token'
          ],
        ),
      ofNpm,
    ],
  ])('is anonymous everywhere else: %s', async (_what, make, shown) => {
    expect(await shownTo(await make())).toEqual(shown);
  });

  it('does not show the account where it is bound in another way', async () => {
    const bound = await tokenFor({ repository_slug: name });

    expect(await shownTo(bound)).not.toContain('account');
  });

  it('can still be ended by who has it', async () => {
    const key = await gemKey('push_rubygem');

    const ended = await fetch(`${platform.url}/v1/tokens/current`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });

    expect(ended.status).toBe(200);
    expect(await ask(`/rubygems/api/v1/gems/${name}.json`, key)).toBe(401);
  });

  it('of images opens nothing but images', async () => {
    const basic = `Basic ${Buffer.from(`${owner.username}:${owner.token}`).toString('base64')}`;
    const response = await fetch(`${platform.url}/oci/token?service=x`, {
      headers: { authorization: basic },
    });
    const { token } = (await response.json()) as { token: string };

    expect(await shownTo(token)).toEqual([]);
    expect(await ask('/v2/', `Bearer ${token}`)).toBe(200);
  });
});
