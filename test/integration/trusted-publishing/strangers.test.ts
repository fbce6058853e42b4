import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { makeCrate, uniqueName } from '../../support/crates.ts';
import { query } from '../../support/database.ts';
import { pypiClient } from '../../support/distributions.ts';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { publishersUrl, runOf, send } from '../../support/trusted-publishing.ts';

let platform: SharedPlatform;
let issuer: Issuer;
let victim: TestUser;
let stranger: TestUser;
const [victims, strangers] = [uniqueName('org').toLowerCase(), uniqueName('org').toLowerCase()];

interface Spoken {
  ecosystem: string;
  /** Requests the exchange. Returns its status and the token of the answer. */
  exchange(jwt: string): Promise<{ status: number; token: string }>;
  /** Publishes; `mount` is a path below the ecosystem's own mount. */
  publish(name: string, version: string, token: string, mount?: string): Promise<number>;
}

const sent = async (path: string, member: string, options: { bearer?: string; body?: object }) => {
  const { status, body } = await send('POST', `${platform.url}${path}`, options);
  return { status, token: String(body[member]) };
};
const status = async (answer: Promise<Response>) => {
  const response = await answer;
  await response.body?.cancel();
  return response.status;
};

const spoken: Spoken[] = [
  {
    ecosystem: 'pypi',
    exchange: (jwt) => sent('/_/oidc/mint-token', 'token', { body: { token: jwt } }),
    async publish(name, version, token, mount = '') {
      const [code] = await pypiClient(platform.url, token).upload(
        { name, version },
        undefined,
        token,
        `${mount}legacy/`,
      );
      return code;
    },
  },
  {
    ecosystem: 'rubygems',
    exchange: (jwt) =>
      sent('/rubygems/api/v1/oidc/trusted_publisher/exchange_token', 'rubygems_api_key', { body: { jwt } }),
    publish: async (name, version, token, mount = '') =>
      status(
        fetch(`${platform.url}/rubygems/${mount}api/v1/gems`, {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/octet-stream' },
          body: new Uint8Array(await buildGem({ name, version })),
        }),
      ),
  },
  {
    ecosystem: 'cargo',
    exchange: (jwt) => sent('/cargo/api/v1/trusted_publishing/tokens', 'token', { body: { jwt } }),
    publish: async (name, version, token, mount = '') =>
      status(
        fetch(`${platform.url}/cargo/${mount}api/v1/crates/new`, {
          method: 'PUT',
          headers: { authorization: token },
          body: new Uint8Array((await makeCrate({ name, version })).body),
        }),
      ),
  },
  {
    ecosystem: 'generic',
    exchange: (jwt) => sent('/generic/-/oidc/token', 'token', { bearer: jwt }),
    publish: async (name, version, token, mount = '') => {
      const code = await status(
        fetch(`${platform.url}/generic/${mount}${name}/${version}/a.txt`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}` },
          body: `${name} ${version}`,
        }),
      );
      return code === 201 ? 200 : code;
    },
  },
];

beforeAll(async () => {
  issuer = await startIssuer({ isTrusted: true });
  platform = await startOpenPlatform();
  [victim, stranger] = [await platform.createUser(), await platform.createUser()];
  for (const [user, slug] of [
    [victim, victims],
    [stranger, strangers],
  ] as const) {
    await call(user, 'POST', '/v1/orgs', { name: slug, slug });
    await call(user, 'POST', '/v1/repositories', { name: slug, slug: `${slug}-all`, owner_org_slug: slug });
  }
});
afterAll(async () => {
  await platform?.stop();
  await issuer?.stop();
});

const call = (user: TestUser, method: string, path: string, body?: object) =>
  send(method, `${platform.url}${path}`, { bearer: user.session, ...(body && { body }) });
const newName = () => uniqueName('probe').toLowerCase();
const newRepository = () => `acme/${uniqueName()}`;

describe.each(spoken)('builds of $ecosystem', ({ ecosystem, exchange, publish }) => {
  const rulesOf = (repository: string) => ({ issuer: issuer.url, repository, workflow_ref: 'release.yml' });
  const trade = async (repository: string) =>
    exchange(await issuer.sign(runOf(repository, new URL(platform.url).host)));
  async function trust(user: TestUser, repository: string): Promise<{ name: string; id: string }> {
    const name = newName();
    expect(await publish(name, '0.1.0', user.token)).toBe(200);
    const url = publishersUrl(platform, ecosystem, name);
    const named = await send('POST', url, { bearer: user.session, body: rulesOf(repository) });
    expect(named.status).toBe(201);
    return { name, id: String(named.body['id']) };
  }
  const expectName = async (user: TestUser, slug: string, name: string, repository: string) => {
    const body = { ecosystem, name, ...rulesOf(repository) };
    const made = await call(user, 'POST', `/v1/orgs/${slug}/pending-publishers`, body);
    expect(made.status).toBe(201);
    return `/v1/orgs/${slug}/pending-publishers/${String(made.body['id'])}`;
  };
  const publisherOf = async (name: string, version: string) => {
    const [row] = await query<{ username: string }>(
      platform.databaseUrl,
      `select users.username from releases join packages on packages.id = releases.package_id
       join users on users.id = releases.published_by
       where packages.ecosystem = $1 and packages.name = $2 and releases.version = $3`,
      [ecosystem, name, version],
    );
    return row?.username;
  };

  it('publish what is theirs, whatever strangers say of their repository', async () => {
    const repository = newRepository();
    // the stranger registers first
    const foreign = await trust(stranger, repository);
    const foreignName = newName();
    await expectName(stranger, strangers, foreignName, repository);
    const [own, second] = [await trust(victim, repository), await trust(victim, repository)];

    const { token } = await trade(repository);

    expect(await publish(own.name, '1.0.0', token)).toBe(200);
    expect(await publish(second.name, '1.0.0', token)).toBe(200);
    expect(await publisherOf(own.name, '1.0.0')).toBe(victim.username);
    expect(await publish(newName(), '1.0.0', token)).toBe(403);
    // a publisher that the stranger removes or loses affects only the stranger
    const gone = publishersUrl(platform, ecosystem, foreign.name);
    expect((await send('DELETE', `${gone}/${foreign.id}`, { bearer: stranger.session })).status).toBe(204);
    expect(await publish(foreign.name, '1.0.0', token)).toBe(403);
    expect(await publish(own.name, '2.0.0', token)).toBe(200);
    expect(await publish(foreignName, '1.0.0', token)).toBe(200);
    expect(await publisherOf(foreignName, '1.0.0')).toBe(stranger.username);
  });

  it('get a token, though a stranger has named their repository many times with other rules', async () => {
    const repository = newRepository();
    const foreign = await trust(stranger, repository);
    await query(
      platform.databaseUrl,
      `insert into trusted_publishers (id, package_id, issuer, repository, workflow_ref, created_by)
       select gen_random_uuid(), package_id, issuer, repository, 'other-' || number || '.yml', created_by
       from trusted_publishers, generate_series(1, 500) as number where id = $1`,
      [foreign.id],
    );
    const url = publishersUrl(platform, ecosystem, foreign.name);
    expect((await send('DELETE', `${url}/${foreign.id}`, { bearer: stranger.session })).status).toBe(204);
    const own = await trust(victim, repository);
    // the victim's later publisher gets the highest id
    await query(
      platform.databaseUrl,
      `update trusted_publishers set id = ('ffffffff-ffff-7fff-8fff-' || right(id::text, 12))::uuid where id = $1`,
      [own.id],
    );

    const { token } = await trade(repository);

    expect(await publish(own.name, '1.0.0', token)).toBe(200);
  });

  it('make their names in their own organization, though a stranger expects them too', async () => {
    const [repository, first, second] = [newRepository(), newName(), newName()];
    for (const name of [first, second]) {
      await expectName(stranger, strangers, name, repository);
      await expectName(victim, victims, name, repository);
    }

    const { token } = await trade(repository);

    // at the shared address, the registry cannot know which of the owners gets the name
    expect(await publish(first, '1.0.0', token)).toBe(403);
    for (const name of [first, second]) {
      expect(await publish(name, '1.0.0', token, `r/${victims}-all/`)).toBe(200);
      const made = await call(victim, 'GET', `/v1/packages/${ecosystem}/${name}`);
      expect(made.body).toMatchObject({ owner_org_slug: victims });
      expect(await publish(name, '2.0.0', token)).toBe(200);
    }
    expect(await publish(first, '3.0.0', (await trade(repository)).token)).toBe(200);
  });

  it('lose a token with the publisher, pending or not, that it was for', async () => {
    const [repository, name] = [newRepository(), newName()];
    const pending = await expectName(victim, victims, name, repository);
    const other = newRepository();
    const { name: known, id } = await trust(victim, other);
    const [first, second] = [await trade(repository), await trade(other)];

    expect((await call(victim, 'DELETE', pending)).status).toBe(204);
    const url = `${publishersUrl(platform, ecosystem, known)}/${id}`;
    expect((await call(victim, 'DELETE', url.slice(platform.url.length))).status).toBe(204);

    // PyPI's clients get 403 where other clients get 401
    expect([401, 403]).toContain(await publish(name, '1.0.0', first.token));
    expect([401, 403]).toContain(await publish(known, '1.0.0', second.token));
  });
});
