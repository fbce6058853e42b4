import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Person } from '../../support/management.ts';
import { startTagged, type TaggedPlatform } from '../../support/tagged-context.ts';

let platform: TaggedPlatform;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  platform = await startTagged();
  ({ alice, bob } = platform);
});
afterAll(() => platform?.stop());

it.each([
  ['unlist', 'relist'],
  ['yank', 'unyank'],
] as const)(
  '%s and %s are one operation in the audit log, and nothing when it is so already',
  async (hide, show) => {
    const name = platform.fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });

    for (const change of [hide, hide, show, show]) {
      await platform.as(alice, ({ context, caller }) =>
        context.releases.change(caller, name, '1.0.0', change),
      );
    }

    const written = await platform.auditOf(packageId);
    expect(written.filter((action) => /yank|list/.test(action)).toSorted()).toEqual([
      'release_unyank',
      'release_yank',
    ]);
  },
);

it('a version that is held is not there for a protocol, also for those who look after it', async () => {
  const name = platform.fresh();
  await platform.publish(alice, { name, version: '1.0.0' });
  const held = await platform.upload(alice, { name, version: '2.0.0' });
  await platform.hold(held, 'policy_hold');

  await expect(
    platform.as(alice, ({ context, caller }) => context.releases.change(caller, name, '2.0.0', 'yank')),
  ).rejects.toEqual(expect.objectContaining({ code: 'not_found' }));
});

it.each([
  ['a scope that it has not', { scopes: ['profile:write'] }, 'insufficient_scope'],
  ['another package', { boundPackageIds: ['00000000-0000-7000-8000-000000000000'] }, 'forbidden'],
] as const)('the worker refuses a publish by a credential bound to %s', async (_what, facts, code) => {
  const name = platform.fresh();
  await platform.publish(alice, { name, version: '1.0.0' });

  await expect(platform.upload(alice, { name, version: '2.0.0' }, facts)).rejects.toEqual(
    expect.objectContaining({ code }),
  );
});

it('what is given on a repository holds for what search finds', async () => {
  const name = platform.fresh();
  const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
  const { pool, platform: deps } = platform.api;
  await pool.query(sql.unsafe`update packages set visibility = 'private' where id = ${packageId}`);
  await deps.search.project(packageId);
  const [row] = await pool.any(sql.type(AnyRow)`
    select repository_id from search_documents where package_id = ${packageId}`);
  const actorOf = async (granted: string[]) => ({
    ...(await platform.as(
      bob,
      async ({ caller }) => caller.actor as Extract<typeof caller.actor, { kind: 'user' }>,
    )),
    grants: new Map(granted.map((id) => [id, new Set(['read_private' as const])])),
  });
  const find = async (granted: string[]) => {
    const request = { text: name, facets: [], fields: [], sort: 'name', offset: 0, limit: 10 } as const;
    const { hits } = await deps.search.query(await actorOf(granted), { ...request, facets: [], fields: [] });
    return hits.map((hit) => hit.packageId);
  };

  expect(row?.['repositoryId']).toBe(alice.repositoryId);
  // the search may also find names that differ in one letter
  expect(await find([])).not.toContain(packageId);
  expect(await find([alice.repositoryId])).toEqual([packageId]);
});
