import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import {
  type Management,
  type Person,
  type Seeded,
  seedCrate,
  type SeedRelease,
  startManagement,
} from '../../support/management.ts';
import { approvalOf } from '../../support/reviewing.ts';
import { seedWaitingFile } from '../../support/waiting-file.ts';

let api: Management;
let alice: Person;
let bob: Person;
let admin: Person;
beforeAll(async () => {
  api = await startManagement();
  alice = await api.createPerson('alice');
  bob = await api.createPerson('bob');
  admin = await api.createPerson('boss', true);
  await send(alice, '/v1/orgs', { name: 'Acme', slug: 'acme' });
  await send(alice, '/v1/orgs/acme/members', { username: 'bob', role: 'admin' });
  for (const [slug, kind] of [
    ['acme-public', 'public'],
    ['acme-staging', 'staging'],
    ['acme-releases', 'release'],
  ] as const) {
    const made = await send(alice, '/v1/repositories', { name: slug, slug, kind, owner_org_slug: 'acme' });
    expect(made.status, slug).toBe(201);
  }
});
afterAll(() => api?.stop());

const send = (by: Person, url: string, body: object) => api.call('POST', url, { token: by.token, body });
const setPolicy = async (slug: string, body: object) =>
  expect(
    (await api.call('PUT', `/v1/repositories/${slug}/policy`, { token: alice.token, body })).status,
  ).toBe(200);

/** A crate with one release that alice uploaded. */
async function bring(slug: string, release: Omit<SeedRelease, 'version'> = {}): Promise<Seeded> {
  const { body } = await api.call('GET', `/v1/repositories/${slug}`, { token: alice.token });
  const name = `c${randomUUID().slice(0, 8)}`;
  const visibility = slug === 'acme-staging' ? 'private' : 'public';
  const releases = [{ ...release, version: '1.0.0' }];
  const seeded = await seedCrate(api, { repositoryId: String(body['id']), name, visibility, releases });
  await api.pool.query(sql.unsafe`
    update releases set published_by = ${alice.id} where package_id = ${seeded.id}`);
  return seeded;
}

const digestAt = async (url: string, by: Person) => (await approvalOf(api, url, by.token, {})) as object;
const approve = (url: string, by: Person, body: object) => send(by, `${url}/releases/1.0.0/approve`, body);
const shown = async (url: string) => (await api.call('GET', `${url}/releases/1.0.0`)).status;

describe('a cool-down', () => {
  it('is ended early by a person who brought none of the files', async () => {
    await setPolicy('acme-public', { cool_down_hours: 1 });
    const { url } = await bring('acme-public', { state: 'quarantine', statusReason: 'cooling_down' });

    expect(await approve(url, alice, await digestAt(url, alice))).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('cool-down') },
    });
    expect(await shown(url)).toBe(404);
    expect((await approve(url, bob, await digestAt(url, bob))).status).toBe(200);
    expect(await shown(url)).toBe(200);
  });

  it('that is over asks for no other person', async () => {
    await setPolicy('acme-public', { cool_down_hours: 1 });
    const { id, url } = await bring('acme-public', { state: 'quarantine', statusReason: 'policy_hold' });
    await api.pool.query(sql.unsafe`
      update releases set uploaded_at = now() - interval '2 hours' where package_id = ${id}`);

    expect((await approve(url, alice, await digestAt(url, alice))).status).toBe(200);
  });

  it('of the target of a promotion is accepted by such a person alone', async () => {
    await setPolicy('acme-releases', { cool_down_hours: 1 });
    const { url } = await bring('acme-staging', { state: 'quarantine', statusReason: 'awaiting_approval' });
    const promote = async (by: Person) => {
      const to = { repository_slug: 'acme-releases' };
      const refused = await send(
        by,
        `${url}/releases/1.0.0/promote`,
        await approvalOf(api, url, by.token, to),
      );
      const more = { accepts_rules: ['cool_down_hours'], ...(refused.body['details'] as object) };
      const body = await approvalOf(api, url, by.token, { ...to, ...more });
      return send(by, `${url}/releases/1.0.0/promote`, body);
    };

    expect(await promote(alice)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('cool-down') },
    });
    expect(await shown(url)).toBe(404);
    expect((await promote(bob)).status).toBe(200);
  });
});

it('a hold by the platform covers what joins the release later', async () => {
  await setPolicy('acme-public', {});
  const { id, url } = await bring('acme-public', { state: 'quarantine', statusReason: 'policy_hold' });
  await api.pool.query(sql.unsafe`
    update releases set is_held_by_platform = true where package_id = ${id}`);
  const before = await digestAt(url, admin);

  await seedWaitingFile(api, { packageId: id, filename: 'later.crate', by: alice });

  const later = await digestAt(url, admin);
  expect(later).not.toEqual(before);
  expect((await approve(url, alice, later)).status).toBe(403);
  expect((await approve(url, admin, before)).status).toBe(412);
  expect(await shown(url)).toBe(404);
  expect((await approve(url, admin, later)).status).toBe(200);
});
