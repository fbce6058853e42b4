import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Queryable } from '../../../store/postgres/pool.ts';
import { type Management, type Person, seedCrate, startManagement } from '../../support/management.ts';

let api: Management;
let alice: Person;
let url: string;
/** Look-ups of whole rows since the test began. */
let lookUps: string[] = [];
const inTransaction = ' in a transaction';

beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '2.0.0'];
  const releases = versions.map((version) => ({ version }));
  ({ url } = await seedCrate(api, { repositoryId: alice.repositoryId, name: 'counted', releases }));
  // the search has a transaction of its own, in a worker
  Object.assign(api.platform, { projection: { request: async () => {} } });
  const { transaction } = api.pool;
  // in place: services and catalog hold this pool
  const { any, maybeOne, one } = watched(api.pool, '');
  Object.assign(api.pool, { any, maybeOne, one });
  Object.assign(api.pool, {
    transaction: ((work, retryLimit) =>
      transaction((tx) => work(watched(tx, inTransaction)), retryLimit)) satisfies typeof transaction,
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  lookUps = [];
});

const methods: ReadonlySet<unknown> = new Set(['any', 'maybeOne', 'one']);

/** The same, with the look-ups of its statements counted. */
function watched<Db extends Queryable>(db: Db, place: string): Db {
  return new Proxy(db, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      const call: unknown = member.bind(target);
      if (typeof call !== 'function' || !methods.has(name)) return call;
      return (query: { sql: string }) => {
        const row = rowIn(query.sql);
        if (row !== undefined) lookUps.push(row + place);
        return call(query);
      };
    },
  });
}

/** The kind of row that the statement reads completely; none for documents, which are rendered from all rows. */
function rowIn(statement: string): string | undefined {
  if (statement.includes('releases.upload_sha256')) return 'release';
  const isPackage = statement.includes('packages.id as package_id');
  return isPackage && !statement.includes('published_releases') ? 'package' : undefined;
}

type Counts = readonly [packages: number, releases: number];

function countIn(place: string): Counts {
  const count = (row: string) => lookUps.filter((each) => each === row + place).length;
  return [count('package'), count('release')];
}

// outside its transaction, and in it: packages and releases
it.each([
  // the search entry of what remains is rendered from the changed package
  ['yank', 'PUT', '/releases/1.0.0/yank', [1, 0], [2, 1]],
  ['unyank', 'PUT', '/releases/1.0.0/unyank', [1, 0], [1, 1]],
  ['deprecate', 'PUT', '/releases/1.1.0/deprecate', [1, 0], [1, 1]],
  ['undeprecate', 'PUT', '/releases/1.1.0/undeprecate', [1, 0], [1, 1]],
  // found for its own lock, and read again under it
  ['hold', 'POST', '/releases/1.2.0/hold', [1, 1], [2, 1]],
  // `assertRemovable` reads both as well
  ['delete', 'DELETE', '/releases/1.3.0', [1, 1], [3, 2]],
  ['set a tag', 'PUT', '/tags/beta', [1, 1], [1, 1]],
  ['drop a tag', 'DELETE', '/tags/beta', [1, 0], [1, 0]],
] as const)(
  'to %s looks up each row at most once outside its transaction',
  async (_what, method, path, before, within) => {
    const body = { reason: 'broken', message: 'old', version: '1.4.0' };

    const { status } = await api.call(method, url + path, { token: alice.token, body });

    expect(status).toBeLessThan(300);
    expect([countIn(''), countIn(inTransaction)]).toEqual([before, within]);
  },
);

it.each([
  ['yank', 'PUT', '/releases/1.4.0/yank', { status: 'yanked', is_yanked: true, yank_reason: 'broken' }],
  ['unyank', 'PUT', '/releases/1.4.0/unyank', { status: 'published', is_yanked: false, yank_reason: null }],
  ['deprecate', 'PUT', '/releases/1.4.0/deprecate', { status: 'deprecated', deprecation_message: 'old' }],
  ['undeprecate', 'PUT', '/releases/1.4.0/undeprecate', { status: 'published', deprecation_message: null }],
  ['hold', 'POST', '/releases/1.4.0/hold', { status: 'quarantine', status_reason: 'policy_hold' }],
] as const)(
  'the answer to %s is the release as it is read afterwards',
  async (_what, method, path, expected) => {
    const body = { reason: 'broken', message: 'old' };

    const answer = await api.call(method, url + path, { token: alice.token, body });

    const read = await api.call('GET', `${url}/releases/1.4.0`, { token: alice.token });
    expect(answer).toMatchObject({ status: 200, body: expected });
    expect(answer.body).toEqual(read.body);
  },
);

it('the answer to the platform, which takes over a hold, is the release as it is read afterwards', async () => {
  const { token } = await api.createPerson('boss', true);

  const answer = await api.call('POST', `${url}/releases/1.4.0/hold`, { token, body: { reason: 'malware' } });

  const read = await api.call('GET', `${url}/releases/1.4.0`, { token });
  expect(answer).toMatchObject({ status: 200, body: { held_by_platform: true } });
  expect(answer.body).toEqual(read.body);
});
