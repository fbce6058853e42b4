import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { listWaitingDeliveries } from '../../../store/postgres/webhooks/deliveries.ts';
import {
  AnyRow,
  type Management,
  type Person,
  seedCrate,
  startManagement,
} from '../../support/management.ts';

let api: Management;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  api = await startManagement();
  [alice, bob] = await Promise.all([api.createPerson('alice'), api.createPerson('bob')]);
  for (const [by, slug] of [
    [alice, 'acme'],
    [bob, 'rival'],
  ] as const) {
    await api.call('POST', '/v1/orgs', { token: by.token, body: { name: slug, slug } });
  }
});
afterAll(() => api.stop());

const events = ['member.added'];
const create = (by: Person, url: string, more: object = {}) =>
  api.call('POST', '/v1/orgs/acme/webhooks', { token: by.token, body: { url, events, ...more } });

it.each([
  'http://127.0.0.1/x',
  'http://localhost.:80@10.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/latest',
  'http://2130706433/',
  'http://0x7f.1/',
  'ftp://example.com/',
  'https://user:pass@example.com/',
  'nonsense',
])('%s is no address for a webhook', async (url) => {
  expect(await create(alice, url)).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
});

it('is managed by the administrators of its organization alone', async () => {
  const { status, body } = await create(alice, 'https://example.com/hook');
  expect([status, body['secret']]).toEqual([201, expect.stringMatching(/^whsec_[\w-]{43}$/)]);
  const path = `/v1/orgs/acme/webhooks/${body['id']}`;
  const foreign = `/v1/orgs/rival/webhooks/${body['id']}`;

  expect((await create(bob, 'https://example.com/')).status).toBe(403);
  for (const [method, url] of [
    ['PATCH', foreign],
    ['DELETE', foreign],
    ['GET', `${foreign}/deliveries`],
    ['POST', `${foreign}/deliveries/${body['id']}/redeliver`],
  ] as const) {
    expect([url, (await api.call(method, url, { token: bob.token, body: {} })).status]).toEqual([url, 404]);
  }
  expect((await api.call('GET', `${path}/deliveries`, { token: bob.token })).status).toBe(403);
  const changed = await api.call('PATCH', path, {
    token: alice.token,
    body: { events: ['release.held', 'release.held'] },
  });
  expect(changed.body).toMatchObject({ url: 'https://example.com/hook', events: ['release.held'] });
  expect(changed.body['secret']).toBeUndefined();
  const listed = await api.call('GET', '/v1/orgs/acme/webhooks', { token: alice.token });
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  expect((await api.call('DELETE', path, { token: alice.token })).status).toBe(204);
  expect((await api.call('DELETE', path, { token: alice.token })).status).toBe(404);
});

it('is told of nothing that did not happen, nor of what others do', async () => {
  await create(alice, 'https://example.com/hook');
  await create(alice, 'https://example.com/other', { events: ['release.published'] });
  const waiting = () =>
    api.pool.any(sql.type(AnyRow)`
    select body from webhook_deliveries order by created_at`);
  await api.call('POST', '/v1/orgs/acme/members', {
    token: alice.token,
    body: { username: 'missing-user', role: 'viewer' },
  });
  await api.call('POST', '/v1/orgs/rival/members', {
    token: bob.token,
    body: { username: 'alice', role: 'viewer' },
  });
  expect(await waiting()).toEqual([]);

  await api.call('POST', '/v1/orgs/acme/members', {
    token: alice.token,
    body: { username: 'bob', role: 'viewer' },
  });

  const [{ body }] = (await waiting()) as [{ body: Record<string, unknown> }];
  expect(body).toMatchObject({
    event: 'member.added',
    organization: { slug: 'acme' },
    actor: { username: 'alice' },
    user: { username: 'bob' },
    package: null,
    details: { role: 'viewer' },
  });
  expect(await waiting()).toHaveLength(1);
});

it('is about one package of its organization where it says so', async () => {
  const repository = await api.call('POST', '/v1/repositories', {
    token: alice.token,
    body: { name: 'acme', slug: 'acme-all', owner_org_slug: 'acme' },
  });
  const repositoryId = String(repository.body['id']);
  const [mine, other] = await Promise.all(
    ['subject', 'bystander'].map((name) =>
      seedCrate(api, { repositoryId, name: `acme-${name}`, releases: [{ version: '1.0.0' }] }),
    ),
  );
  const named = (name: string) => ({ package: { ecosystem: 'cargo', name }, events: ['release.yanked'] });
  const created = await create(alice, 'https://example.com/one', named('acme-subject'));
  expect(created).toMatchObject({
    status: 201,
    body: { package: { ecosystem: 'cargo', name: 'acme-subject' } },
  });
  const path = `/v1/orgs/acme/webhooks/${created.body['id']}`;
  const deliveries = async () =>
    (await api.call('GET', `${path}/deliveries`, { token: alice.token })).body['deliveries'] as unknown[];
  const yank = async (url = '', verb = 'yank') =>
    api.call('PUT', `${url}/releases/1.0.0/${verb}`, { token: alice.token, body: {} });

  expect((await yank(other?.url)).status).toBeLessThan(300);
  expect(await deliveries()).toEqual([]);
  expect((await yank(mine?.url)).status).toBeLessThan(300);
  expect(await deliveries()).toHaveLength(1);

  // missing packages and those of other owners cannot be subscribed to
  const theirs = await api.call('POST', '/v1/repositories', {
    token: bob.token,
    body: { name: 'rival', slug: 'rival-all', owner_org_slug: 'rival' },
  });
  const [repositoryOfRival, releases] = [String(theirs.body['id']), [{ version: '1.0.0' }]];
  await seedCrate(api, { repositoryId: repositoryOfRival, name: 'rival-probe', releases });
  for (const name of ['nothing-there', 'rival-probe']) {
    expect((await create(alice, 'https://example.com/', named(name))).status).toBe(404);
  }
  const changed = await api.call('PATCH', path, { token: alice.token, body: { package: null } });
  expect(changed.body).toMatchObject({ package: null, events: ['release.yanked'] });
  expect((await yank(other?.url, 'unyank')).status).toBeLessThan(300);
  await yank(other?.url);
  expect(await deliveries()).toHaveLength(2);
});

it('is about no package without a visible version: it would be deleted with it', async () => {
  const repository = await api.call('GET', '/v1/repositories/acme-all', { token: alice.token });
  const repositoryId = String(repository.body['id']);
  const releases = [{ version: '1.0.0', state: 'quarantine' as const }];
  await seedCrate(api, { repositoryId, name: 'acme-unseen', releases });
  const wanted = { package: { ecosystem: 'cargo', name: 'acme-unseen' } };

  expect(await create(alice, 'https://example.com/unseen', wanted)).toMatchObject({
    status: 422,
    body: { code: 'policy_violation' },
  });
});

it('is paused with its package named, though that is gone, and the log has what was changed', async () => {
  const repository = await api.call('GET', '/v1/repositories/acme-all', { token: alice.token });
  const repositoryId = String(repository.body['id']);
  await seedCrate(api, { repositoryId, name: 'acme-gone', releases: [{ version: '1.0.0' }] });
  const whole = {
    url: 'https://example.com/gone',
    events: ['release.yanked', 'release.held'],
    package: { ecosystem: 'cargo', name: 'acme-gone' },
  };
  const created = await create(alice, whole.url, whole);
  await api.pool.query(sql.typeAlias('void')`
    update packages set readable_releases = 0 where name = 'acme-gone'`);
  const path = `/v1/orgs/acme/webhooks/${created.body['id']}`;
  const save = (body: object) => api.call('PATCH', path, { token: alice.token, body });

  expect(await save({ ...whole, is_active: false })).toMatchObject({
    status: 200,
    body: { ...whole, is_active: false },
  });
  expect((await save({ ...whole, is_active: false })).status).toBe(200);

  const logged = await api.pool.any(sql.type(AnyRow)`
    select metadata from audit_log where action = 'webhook_update' and metadata->>'webhook_id' = ${String(created.body['id'])}`);
  expect(logged.map(({ metadata }) => metadata.changed)).toEqual(['isActive']);
});

it('is read while its organization is being changed', async () => {
  const { body } = await create(alice, 'https://example.com/read');
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = api.pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`select from organizations where slug = 'acme' for update`);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  try {
    for (const path of ['webhooks', `webhooks/${body['id']}/deliveries`, 'oidc-issuers']) {
      const { status } = await api.call('GET', `/v1/orgs/acme/${path}`, { token: alice.token });
      expect([path, status]).toEqual([path, 200]);
    }
  } finally {
    over.resolve();
    await changing;
  }
});

it("of an organization is sent before people's, however long those have waited", async () => {
  await api.pool.query(sql.typeAlias('void')`truncate webhook_deliveries`);
  await api.pool.query(sql.typeAlias('void')`
    insert into webhooks (id, user_id, ecosystem, url, secret, events)
    values (gen_random_uuid(), (select id from users where username = 'bob'), 'rubygems', 'https://example.com/own',
      'x', '{release.published}')`);
  await api.pool.query(sql.typeAlias('void')`
    insert into webhook_deliveries (id, webhook_id, event, body, created_at)
    select gen_random_uuid(), id, events[1], '{}', now() - interval '1 minute' from webhooks where user_id is not null`);
  const { body } = await create(alice, 'https://example.com/first');
  await api.pool.query(sql.typeAlias('void')`
    insert into webhook_deliveries (id, webhook_id, event, body)
    values (gen_random_uuid(), ${String(body['id'])}, 'member.added', '{}')`);

  const waiting = await listWaitingDeliveries(api.pool, 10);

  expect(waiting.map(({ event, isOfPerson }) => [event, isOfPerson])).toEqual([
    ['member.added', false],
    ['release.published', true],
  ]);
});
