import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  AnyRow,
  type Management,
  type Person,
  type SeedRelease,
  seedCrate,
  startManagement,
} from '../../support/management.ts';
import { approvalOf } from '../../support/reviewing.ts';

let api: Management;
let alice: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob, carol] = await Promise.all([
    api.createPerson('alice'),
    api.createPerson('bob'),
    api.createPerson('carol'),
  ]);
  await send(alice, '/v1/orgs', { name: 'Acme', slug: 'acme' });
  await send(alice, '/v1/orgs/acme/members', { username: 'bob', role: 'publisher' });
  await send(carol, '/v1/orgs', { name: 'Rival', slug: 'rival' });
  for (const [by, slug, kind, org] of [
    [alice, 'acme-staging', 'staging', 'acme'],
    [alice, 'acme-releases', 'release', 'acme'],
    [alice, 'acme-public', 'public', 'acme'],
    [alice, 'alice-releases', 'release', undefined],
    [carol, 'rival-releases', 'release', 'rival'],
  ] as const) {
    const made = await send(by, '/v1/repositories', { name: slug, slug, kind, owner_org_slug: org });
    expect(made, slug).toMatchObject({ status: 201 });
  }
});
afterAll(() => api.stop());

const send = (by: Person, url: string, body: object) => api.call('POST', url, { token: by.token, body });

const held: SeedRelease = { version: '1.0.0', state: 'quarantine', statusReason: 'awaiting_approval' };

async function stage(releases: SeedRelease[], repository = 'acme-staging', visibility = 'private') {
  const { body } = await api.call('GET', `/v1/repositories/${repository}`, { token: alice.token });
  const name = `c${randomUUID().slice(0, 8)}`;
  const { url, id } = await seedCrate(api, { repositoryId: String(body['id']), name, visibility, releases });
  const promote = async (by: Person, to: string, more: object = {}) => {
    const body = await approvalOf(api, url, by.token, { repository_slug: to, ...more });
    return send(by, `${url}/releases/1.0.0/promote`, body);
  };
  const look = async (by?: Person) => {
    const answer = await api.call('GET', url, { token: by?.token });
    return answer.status === 200 ? answer.body['repository_slug'] : answer.status;
  };
  return { id, promote, look };
}

it('a held release is approved and shown by its promotion', async () => {
  const { id, promote, look } = await stage([held]);
  expect(await look()).toBe(404);

  expect(await promote(bob, 'acme-releases')).toMatchObject({ status: 403 });
  expect(await look()).toBe(404);
  expect(await promote(alice, 'acme-releases', { reason: 'tried' })).toMatchObject({
    status: 200,
    body: { status: 'published' },
  });

  expect(await look()).toBe('acme-releases');
  const entries = await api.pool.any(sql.type(AnyRow)`
    select action, metadata from audit_log where target_package_id = ${id} order by occurred_at, id`);
  expect(entries).toMatchObject([
    { action: 'release_approve', metadata: { reason: 'tried' } },
    {
      action: 'release_promote',
      metadata: { from_repository: 'acme-staging', to_repository: 'acme-releases' },
    },
  ]);
  expect(await promote(alice, 'acme-releases')).toMatchObject({ status: 409 });
});

it('what readers of the staging repository see goes along only when that is said', async () => {
  const { promote, look } = await stage([{ version: '1.0.0' }, { version: '0.9.0' }]);

  expect(await promote(alice, 'acme-releases')).toMatchObject({
    status: 409,
    body: { code: 'invalid_state' },
  });
  expect(await look()).toBe(404);
  expect(await promote(alice, 'acme-releases', { move_releases: true })).toMatchObject({ status: 200 });
  expect(await look()).toBe('acme-releases');
});

it('a mere publisher does not make a private package public by it', async () => {
  const { promote, look } = await stage([{ version: '1.0.0' }]);

  expect(await promote(bob, 'acme-releases')).toMatchObject({ status: 403 });
  expect(await look()).toBe(404);
  expect(await look(alice)).toBe('acme-staging');
  expect(await promote(alice, 'acme-releases')).toMatchObject({ status: 200 });
});

it('only what nothing blocks is promoted, from staging, into a release repository of the same owner', async () => {
  const blocked = await stage([{ ...held, findings: [{ kind: 'malware', severity: 'critical' }] }]);
  const scanning = await stage([{ version: '1.0.0', state: 'scanning' }]);
  const sound = await stage([held]);
  const elsewhere = await stage([{ version: '1.0.0' }], 'acme-public', 'public');

  expect(await blocked.promote(alice, 'acme-releases')).toMatchObject({ status: 409 });
  expect(await scanning.promote(alice, 'acme-releases')).toMatchObject({ status: 409 });
  expect(await elsewhere.promote(alice, 'acme-releases')).toMatchObject({ status: 409 });
  expect(await sound.promote(alice, 'acme-public')).toMatchObject({ status: 409 });
  expect(await sound.promote(alice, 'alice-releases')).toMatchObject({ status: 409 });
  expect(await sound.promote(alice, 'rival-releases')).toMatchObject({ status: 403 });
  expect(await sound.promote(alice, 'nowhere')).toMatchObject({ status: 404 });
  expect(await sound.promote(carol, 'rival-releases')).toMatchObject({ status: 404 });
  for (const each of [blocked, scanning, sound]) expect(await each.look(alice)).toBe('acme-staging');
});

it('what the policy of the target holds does not become visible there by a promotion', async () => {
  const setPolicy = (policy: object) =>
    api.call('PUT', '/v1/repositories/acme-releases/policy', { token: alice.token, body: policy });
  const seen = async (url: string, version: string) =>
    (await api.call('GET', `${url}/releases/${version}`)).status;
  expect(await setPolicy({ max_bytes: 1 })).toMatchObject({ status: 200 });
  try {
    for (const releases of [[held], [{ version: '1.0.0' }], [held, { version: '0.9.0' }]]) {
      const { promote, look } = await stage(releases);
      const move = { move_releases: true };
      const refused = await promote(alice, 'acme-releases', move);
      expect(refused).toMatchObject({ status: 422, body: { code: 'policy_violation' } });
      for (const { version } of releases)
        expect(refused.body['detail']).toContain(`${version}: its files have 3 bytes`);
      expect(await look(alice)).toBe('acme-staging');
      const known = { ...move, accepts_rules: ['max_bytes'], ...(refused.body['details'] as object) };
      expect(await promote(bob, 'acme-releases', known)).toMatchObject({
        status: expect.toBeOneOf([403, 422]),
      });
      expect(
        await promote(alice, 'acme-releases', { ...move, accepts_rules: ['cool_down_hours'] }),
      ).toMatchObject({
        status: 422,
      });

      const { arrival_digest: _, ...blind } = known as { arrival_digest?: string };
      expect(await promote(alice, 'acme-releases', blind)).toMatchObject({ status: 428 });
      expect(await promote(alice, 'acme-releases', known)).toMatchObject({ status: 200 });
      expect(await look()).toBe('acme-releases');
    }

    await setPolicy({ require_approval: 'two_person' });
    const brought = await stage([{ version: '1.0.0' }]);
    const userId = alice.id;
    await api.pool.query(sql.unsafe`
      update releases set published_by = ${userId} where package_id = ${brought.id}`);
    expect(await brought.promote(alice, 'acme-releases')).toMatchObject({ status: 403 });
    expect(await brought.promote(bob, 'acme-releases')).toMatchObject({
      status: expect.toBeOneOf([403, 422]),
    });
    expect(await brought.look()).toBe(404);
    expect(await seen(`/v1/packages/cargo/${brought.id}`, '1.0.0')).toBe(404);
    const heldOne = await stage([held]);
    await api.pool.query(sql.unsafe`
      update releases set published_by = ${userId} where package_id = ${heldOne.id}`);
    expect(await heldOne.promote(alice, 'acme-releases')).toMatchObject({ status: 403 });
    expect(await heldOne.look(alice)).toBe('acme-staging');
  } finally {
    await setPolicy({});
  }
});

it('two promotions at once are one', async () => {
  const { id, promote, look } = await stage([held]);

  const outcomes = await Promise.all([promote(alice, 'acme-releases'), promote(alice, 'acme-releases')]);

  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await look()).toBe('acme-releases');
  const count = await api.pool.oneFirst(sql.type(AnyRow)`
    select count(*)::int from audit_log where target_package_id = ${id} and action = 'release_promote'`);
  expect(count).toBe(1);
});
