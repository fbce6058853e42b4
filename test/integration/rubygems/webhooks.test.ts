import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { eventually } from '../../support/eventually.ts';
import { gemsClient } from '../../support/gems.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

let platform: SharedPlatform;
let receiver: Receiver;
let author: TestUser;
let gems: ReturnType<typeof gemsClient>;
beforeAll(async () => {
  [platform, receiver] = await Promise.all([startOpenPlatform(), startReceiver()]);
  author = await platform.createUser();
  gems = gemsClient(platform.url, author.token);
});
afterAll(async () => {
  await platform?.stop();
  await receiver?.stop();
});

const newName = () => uniqueName('probe').toLowerCase();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const told = (path: string) => receiver.messages.filter((message) => message.path === path);
const addressOf = (path: string) => `${receiver.url}${path}`;
const basic = ({ username, password }: TestUser) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

async function ask(method: string, path: string, fields: Record<string, string>, key = author.token) {
  const answer = await gems.form(method, `api/v1/web_hooks${path}`, fields, key);
  return [answer.status, (await answer.text()).trim()] as const;
}
const create = (name: string, path: string, key?: string) =>
  ask('POST', '', { gem_name: name, url: addressOf(path) }, key);
const remove = (name: string, path: string, key?: string) =>
  ask('DELETE', '/remove', { gem_name: name, url: addressOf(path) }, key);

async function list(key = author.token): Promise<Record<string, unknown>> {
  const answer = await gems.ask('api/v1/web_hooks.json', { headers: { authorization: key } });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

async function push(name: string, version = '1.0.0', key = author.token): Promise<void> {
  expect((await gems.pushGem({ name, version }, key))[0]).toBe(200);
}

async function setVisibility(name: string, visibility: string): Promise<void> {
  const answer = await fetch(`${platform.url}/v1/packages/rubygems/${name}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility }),
  });
  expect(answer.status).toBe(200);
}

describe('a webhook of gems', () => {
  it('is told what the API says of the version, with a digest that only its person and we can make', async () => {
    const person = await platform.createUser();
    const made = await gems.form(
      'POST',
      'api/v1/api_key',
      { name: 'hooks', access_webhooks: 'true' },
      basic(person),
    );
    const key = await made.text();
    const [name, other] = [newName(), newName()];
    await push(name);
    const url = addressOf('/one');

    expect(await create(name, '/one', key)).toEqual([
      201,
      `Successfully created webhook for ${name} to ${url}`,
    ]);
    expect(await create('*', '/all', key)).toEqual([
      201,
      `Successfully created webhook for all gems to ${addressOf('/all')}`,
    ]);
    await push(other);
    await push(name, '1.1.0');
    await eventually(async () => {
      expect(told('/one')).toHaveLength(1);
      expect(told('/all')).toHaveLength(2);
    });

    const [{ headers, body, delivery }] = told('/one') as [ReturnType<typeof told>[number]];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      authorization: sha256(`${name}1.1.0${sha256(key)}`),
      'x-rookery-event': 'release.published',
      'x-rookery-signature': `sha256=${createHmac('sha256', sha256(key)).update(body).digest('hex')}`,
    });
    expect(delivery).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(body)).toEqual(await (await gems.ask(`api/v1/gems/${name}.json`)).json());
    const names = told('/all').map((message) => (JSON.parse(message.body) as { name: string }).name);
    expect(new Set(names)).toEqual(new Set([name, other]));
  });

  it('is listed, made once and removed by its owner, and by no other user', async () => {
    const [person, stranger] = await Promise.all([platform.createUser(), platform.createUser()]);
    const name = newName();
    await push(name);
    const url = addressOf('/listed');

    expect(await list(person.token)).toEqual({});
    expect((await create(name, '/listed', person.token))[0]).toBe(201);
    expect((await create('*', '/listed', person.token))[0]).toBe(201);
    expect(await create(name.toUpperCase(), '/listed', person.token)).toEqual([
      409,
      expect.stringContaining('has already been registered'),
    ]);
    const hook = { failure_count: 0, url };
    expect(await list(person.token)).toEqual({ [name]: [hook], 'all gems': [hook] });
    const yaml = await gems.ask('api/v1/web_hooks.yaml', { headers: { authorization: person.token } });
    expect(await yaml.text()).toBe(
      `---\n"${name}":\n- failure_count: 0\n  url: "${url}"\n"all gems":\n- failure_count: 0\n  url: "${url}"\n`,
    );

    expect(await list(stranger.token)).toEqual({});
    for (const each of [name, '*']) {
      expect(await remove(each, '/listed', stranger.token)).toEqual([
        404,
        'No such webhook exists under your account.',
      ]);
    }
    expect(Object.keys(await list(person.token))).toHaveLength(2);
    expect(await remove(name, '/listed', person.token)).toEqual([
      200,
      `Successfully removed webhook for ${name} to ${url}`,
    ]);
    expect((await remove(name, '/listed', person.token))[0]).toBe(404);
    expect(await list(person.token)).toEqual({ 'all gems': [hook] });
  });

  it('of all gems hears of those alone that its person sees, at the time', async () => {
    const [stranger, friend] = await Promise.all([platform.createUser(), platform.createUser()]);
    const [secret, unlisted, open] = [newName(), newName(), newName()];
    await push(secret);
    await push(unlisted);
    expect((await create(unlisted, '/named', stranger.token))[0]).toBe(201);
    expect((await create(secret, '/was-public', stranger.token))[0]).toBe(201);
    await setVisibility(secret, 'private');
    await setVisibility(unlisted, 'unlisted');
    const owners = `api/v1/gems/${secret}/owners`;
    expect((await gems.form('POST', owners, { email: friend.username })).status).toBe(200);
    expect((await create('*', '/of-stranger', stranger.token))[0]).toBe(201);
    expect((await create('*', '/of-friend', friend.token))[0]).toBe(201);
    expect(await create(secret, '/of-stranger', stranger.token)).toEqual([
      404,
      'This gem could not be found',
    ]);

    await push(secret, '1.1.0');
    await push(unlisted, '1.1.0');
    await push(open);

    const namesTold = (path: string) =>
      told(path).map((message) => (JSON.parse(message.body) as { name: string }).name);
    await eventually(async () => {
      expect(namesTold('/of-friend').toSorted()).toEqual([secret, open].toSorted());
      expect(namesTold('/of-stranger')).toEqual([open]);
      expect(namesTold('/named')).toEqual([unlisted]);
    });
    expect(told('/was-public')).toEqual([]);
    // the unlisted gem has no failed attempt, and so no entry that its user could read later
    await eventually(async () =>
      expect(await list(stranger.token)).toMatchObject({ [unlisted]: [{ failure_count: 0 }] }),
    );
    // a user can remove a webhook of a gem that the user may no longer read
    expect((await remove(secret, '/was-public', stranger.token))[0]).toBe(200);
  });

  it('is tried at once, with the newest version', async () => {
    const name = newName();
    await push(name, '1.0.0');
    await push(name, '1.1.0');
    const fire = (gem: string, path: string) => ask('POST', '/fire', { gem_name: gem, url: addressOf(path) });

    expect(await fire(name, '/tried')).toEqual([
      200,
      `Successfully deployed webhook for ${name} to ${addressOf('/tried')}`,
    ]);
    const [message] = told('/tried');
    expect(message?.headers.authorization).toBe(sha256(`${name}1.1.0${sha256(author.token)}`));
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ name, version: '1.1.0' });
    expect(await fire(name, '/refused')).toEqual([
      400,
      `There was a problem deploying webhook for ${name} to ${addressOf('/refused')}`,
    ]);
    expect((await fire(name, '/redirect'))[0]).toBe(400);
    await eventually(async () => expect((await fire('*', '/tried'))[0]).toBe(200));
    expect(await fire(newName(), '/tried')).toEqual([404, 'This gem could not be found']);
  });

  it('needs a key with the right, an address, and a gem that is there', async () => {
    const person = await platform.createUser();
    const name = newName();
    await push(name);
    const made = await gems.form(
      'POST',
      'api/v1/api_key',
      { name: 'push', push_rubygem: 'true' },
      basic(person),
    );
    const pushKey = await made.text();
    const lacks = [403, expect.stringMatching(/^The API key doesn't have access/)];

    expect(await create(name, '/x', pushKey)).toEqual(lacks);
    expect(await remove(name, '/x', pushKey)).toEqual(lacks);
    expect(await ask('POST', '/fire', { gem_name: name, url: addressOf('/x') }, pushKey)).toEqual(lacks);
    const listed = await gems.ask('api/v1/web_hooks.json', { headers: { authorization: pushKey } });
    expect(listed.status).toBe(403);
    expect((await gems.ask('api/v1/web_hooks.json')).status).toBe(401);
    expect(await ask('POST', '', { gem_name: name })).toEqual([400, 'URL was not provided']);
    expect(await create(newName(), '/x')).toEqual([404, 'This gem could not be found']);
    expect(await create('', '/x')).toEqual([404, 'This gem could not be found']);
    expect((await ask('POST', '', { gem_name: name, url: 'ftp://example.com/' }))[0]).toBe(422);
    expect((await ask('POST', '', { gem_name: name, url: `https://e.com/${'x'.repeat(2_000)}` }))[0]).toBe(
      422,
    );
    // a session has no API key with which the registry could sign deliveries
    expect((await create(name, '/x', person.session))[0]).toBe(403);
    expect(await list(person.token)).toEqual({});
  });
});
