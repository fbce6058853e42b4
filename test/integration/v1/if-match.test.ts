import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openApi from '../../../openapi.json' with { type: 'json' };
import { versionedAddresses } from '../../../api/plugins/versioned.ts';
import { holdLock, query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let one: Management;
let two: Management;
let databaseUrl: string;
let admin: Person;
beforeAll(async () => {
  one = await startManagement();
  databaseUrl = one.platform.config.secrets.databaseUrl;
  two = await startManagement({ DATABASE_URL: databaseUrl });
  admin = await one.createPerson('alice', true);
  await one.call('POST', '/v1/orgs', { token: admin.token, body: { name: 'Tagged', slug: 'tagged' } });
  await seedCrate(one, {
    repositoryId: admin.repositoryId,
    name: 'tagged',
    releases: [{ version: '1.0.0' }],
  });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

const read = async (url: string) => {
  const answer = await one.call('GET', url, { token: admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return String(answer.headers['etag']);
};

const change = (api: Management, method: 'PATCH' | 'PUT', url: string, etag: string, body: object) =>
  api.call(method, url, { token: admin.token, body, headers: { 'if-match': etag } });

const tables = 'organizations, repositories, users, packages, releases, policies, owner_quotas, token_quotas';

/** Both requests compare the tag before either of them can write. Returns their statuses. */
async function race(begin: () => Promise<{ status: number }>[]): Promise<number[]> {
  const lock = await holdLock(databaseUrl, `lock table ${tables} in exclusive mode`);
  const answers = begin();
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => expect(await query(databaseUrl, waiting)).toEqual([{ count: 2 }]));
  await lock.release();
  return (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
}

describe('If-Match on two replicas', () => {
  it.each([
    ['a person', 'PATCH', '/v1/users/me', (bio: string) => ({ bio })],
    ['a person by name', 'PATCH', '/v1/users/alice', (bio: string) => ({ bio })],
    ['an organization', 'PATCH', '/v1/orgs/tagged', (description: string) => ({ description })],
    ['the policy of an organization', 'PUT', '/v1/orgs/tagged/policy', policyOf],
    ['a repository', 'PATCH', '/v1/repositories/alice', (description: string) => ({ description })],
    ['the policy of a repository', 'PUT', '/v1/repositories/alice/policy', policyOf],
    ['a package', 'PATCH', '/v1/packages/cargo/tagged', (description: string) => ({ description })],
    [
      'quotas',
      'PATCH',
      '/v1/admin/quotas?username=alice',
      (text: string) => ({ username: 'alice', packages: text.length }),
    ],
  ] as const)('lets one of two changes of %s through', async (_what, method, url, bodyOf) => {
    for (const round of [1, 2, 3]) {
      const etag = await read(url);

      const statuses = await race(() => [
        change(one, method, url, etag, bodyOf('a'.repeat(2 * round))),
        change(two, method, url, etag, bodyOf('b'.repeat(2 * round + 1))),
      ]);

      expect(statuses, `round ${round}`).toEqual([200, 412]);
      expect(await read(url)).not.toBe(etag);
    }
  });

  it('does so in each of many rounds that nothing holds up', async () => {
    const url = '/v1/orgs/tagged';
    for (let round = 0; round < 30; round += 1) {
      const etag = await read(url);
      const answers = await Promise.all(
        [one, two].map((api, at) => change(api, 'PATCH', url, etag, { description: `${round} ${at}` })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
    }
  });

  it('sees a change that says nothing of a state', async () => {
    const url = '/v1/orgs/tagged';
    const etag = await read(url);
    const lock = await holdLock(databaseUrl, `update organizations set name = 'Other' where slug = 'tagged'`);

    const answer = change(two, 'PATCH', url, etag, { description: 'late' });
    await eventually(async () => expect(await lock.waiting()).toBe(1));
    await lock.commit();

    expect((await answer).status).toBe(412);
  });
});

function policyOf(text: string): object {
  return { cool_down_hours: text.length };
}

it('is known for each address of /v1 that is read and changed', () => {
  const both = Object.entries(openApi.paths)
    .filter(([path, methods]) => path.startsWith('/v1/') && 'get' in methods)
    .filter(([, methods]) => ['put', 'patch', 'delete'].some((method) => method in methods))
    .map(([path]) => path.replaceAll(/\{(\w+)\}/g, ':$1'));

  expect(both.toSorted()).toEqual(Object.keys(versionedAddresses).toSorted());
});
