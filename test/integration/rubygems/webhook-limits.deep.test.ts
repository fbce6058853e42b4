import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookLimits } from '../../../domain/webhook.ts';
import { openPool, type Pool, sql } from '../../../store/postgres/pool.ts';
import { uniqueName } from '../../support/crates.ts';
import { eventually } from '../../support/eventually.ts';
import { gemsClient } from '../../support/gems.ts';
import { AnyRow } from '../../support/management.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../../support/platform.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

let platform: CombinedPlatform;
let receiver: Receiver;
let author: TestUser;
let gems: ReturnType<typeof gemsClient>;
let pool: Pool;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([
    startCombinedPlatform({ WEBHOOK_PRIVATE_TARGETS: 'allow' }),
    startReceiver(),
  ]);
  author = await platform.createUser();
  gems = gemsClient(platform.url, author.token);
  pool = await openPool(platform.databaseUrl, 1);
});
afterAll(async () => {
  await pool?.end();
  await platform?.stop();
  await receiver?.stop();
});

const newName = () => uniqueName('probe').toLowerCase();
const told = (path: string) => receiver.messages.filter((message) => message.path === path);

async function ask(method: string, path: string, name: string, to: string, key: string) {
  const fields = { gem_name: name, url: `${receiver.url}${to}` };
  const answer = await gems.form(method, `api/v1/web_hooks${path}`, fields, key);
  return [answer.status, (await answer.text()).trim()] as const;
}
const create = (name: string, to: string, key: string) => ask('POST', '', name, to, key);
const remove = (name: string, to: string, key: string) => ask('DELETE', '/remove', name, to, key);

async function push(name: string, version = '1.0.0'): Promise<void> {
  expect((await gems.pushGem({ name, version }))[0]).toBe(200);
}

async function call(method: string, path: string, { session }: TestUser, body?: object) {
  const response = await fetch(`${platform.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${session}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  const text = await response.text();
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
}

const newToken = (person: TestUser, binding: object = {}) =>
  call('POST', '/v1/tokens', person, { name: 'hooks', scopes: ['packages:write'], ...binding });

const deliveriesTo = (to: string) =>
  pool.any(sql.type(AnyRow)`
    select webhook_deliveries.id, webhook_deliveries.status, webhooks.is_active from webhook_deliveries
    join webhooks on webhooks.id = webhook_deliveries.webhook_id
    where webhooks.url = ${`${receiver.url}${to}`} order by webhook_deliveries.created_at desc`);

it('ends with the key that it was made with, and leaves its place', async () => {
  const person = await platform.createUser();
  const name = newName();
  await push(name);
  const { id, token } = await newToken(person);
  expect((await create(name, '/ended', String(token)))[0]).toBe(201);
  expect((await create(name, '/ended', person.token))[0]).toBe(409);
  expect((await create(name, '/stays', person.token))[0]).toBe(201);
  await push(name, '1.1.0');
  await eventually(() => expect(told('/ended')).toHaveLength(1));

  await call('DELETE', `/v1/tokens/${String(id)}`, person);
  // queues an earlier delivery again: it may not be sent either
  await pool.query(sql.typeAlias('void')`
    insert into webhook_deliveries (id, webhook_id, event, body)
    select gen_random_uuid(), webhook_id, event, body from webhook_deliveries
    where id = ${String((await deliveriesTo('/ended'))[0]?.id)}`);
  await push(name, '1.2.0');

  await eventually(async () => {
    expect(told('/stays')).toHaveLength(2);
    expect((await deliveriesTo('/ended')).map(({ status }) => status)).toEqual(['failed', 'delivered']);
  });
  expect(told('/ended')).toHaveLength(1);
  expect((await create(name, '/ended', person.token))[0]).toBe(201);
});

it('ends when a new password ends the keys', async () => {
  const person = await platform.createUser();
  const name = newName();
  await push(name);
  expect((await create(name, '/password', person.token))[0]).toBe(201);
  expect((await create(name, '/witness', author.token))[0]).toBe(201);
  await call('POST', '/v1/auth/password', person, {
    current_password: person.password,
    new_password: `${person.password}-new`,
    revoke_tokens: true,
  });
  await push(name, '1.1.0');
  await eventually(() => expect(told('/witness')).toHaveLength(1));
  expect(await deliveriesTo('/password')).toEqual([]);
});

it('about all gems is one of two of its person, and of a hundred of all people', async () => {
  const [person, other] = await Promise.all([platform.createUser(), platform.createUser()]);
  expect((await create('*', '/all-1', person.token))[0]).toBe(201);
  expect((await create('*', '/all-2', person.token))[0]).toBe(201);
  expect(await create('*', '/all-3', person.token)).toEqual([
    422,
    expect.stringContaining('at most 2 webhooks about all'),
  ]);
  await pool.query(sql.typeAlias('void')`
    insert into webhooks (id, user_id, ecosystem, url, secret, events)
    select gen_random_uuid(), user_id, ecosystem, url || number, secret, events
    from webhooks cross join generate_series(3, ${webhookLimits.aboutAllOfOneInstance}) as number
    where url = ${`${receiver.url}/all-1`}`);
  expect(await create('*', '/all-1', other.token)).toEqual([
    422,
    expect.stringContaining('this registry has its 100 webhooks about all'),
  ]);
  // webhooks of revoked keys do not count
  await pool.query(sql.typeAlias('void')`
    update tokens set revoked_at = now() where user_id = (select id from users where username = ${person.username})`);
  expect((await create('*', '/all-1', other.token))[0]).toBe(201);
});

it('whose receiver takes nothing is tried for less than an hour, and ends after ten in a row', async () => {
  const name = newName();
  await push(name);
  expect((await create(name, '/refused', author.token))[0]).toBe(201);
  await push(name, '1.1.0');
  await eventually(() => expect(told('/refused').length).toBeGreaterThan(0));
  const [first] = await deliveriesTo('/refused');
  await pool.query(sql.typeAlias('void')`
    insert into webhook_deliveries (id, webhook_id, event, body, status, is_started, created_at, finished_at)
    select gen_random_uuid(), webhook_id, event, body, 'failed', true, now() - interval '1 day', now()
    from webhook_deliveries cross join generate_series(2, ${webhookLimits.failuresInARow})
    where id = ${String(first?.id)}`);
  await pool.query(sql.typeAlias('void')`
    update webhook_deliveries set created_at = now() - ${webhookLimits.triedMinutes} * interval '1 minute'
    where id = ${String(first?.id)}`);

  await eventually(
    async () =>
      expect((await deliveriesTo('/refused'))[0]).toMatchObject({ status: 'failed', isActive: false }),
    { withinMs: 60_000 },
  );
  const before = told('/refused').length;
  await push(name, '1.2.0');
  expect(await deliveriesTo('/refused')).toHaveLength(webhookLimits.failuresInARow);
  expect(told('/refused')).toHaveLength(before);
  expect((await create(name, '/refused', author.token))[0]).toBe(201);
});

it('is removed with the key of one gem that made it, and with no key of another', async () => {
  const [name, other] = [newName(), newName()];
  await Promise.all([push(name), push(other)]);
  const boundTo = async (gem: string) =>
    String((await newToken(author, { package: { ecosystem: 'rubygems', name: gem } }))['token']);
  const [key, foreign] = await Promise.all([boundTo(name), boundTo(other)]);

  expect((await create(name, '/bound', key))[0]).toBe(201);
  expect((await remove(name, '/bound', foreign))[0]).toBe(403);
  expect((await remove(name, '/bound', key))[0]).toBe(200);
  expect((await remove(name, '/bound', key))[0]).toBe(404);
});
