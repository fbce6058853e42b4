import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('probe').toLowerCase();
const basic = ({ username, password }: TestUser) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

async function textOf(answer: Promise<Response>): Promise<readonly [number, string]> {
  const { status, text } = await answer.then(async (each) => ({
    status: each.status,
    text: await each.text(),
  }));
  return [status, text];
}

/** A user with a second factor, and their codes; each code works once. */
async function withSecondFactor() {
  const user = await platform.createUser();
  const post = (path: string, body: object) =>
    fetch(`${platform.url}/v1/auth/mfa/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.session}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const setUp = (await (await post('setup', {})).json()) as { secret: string; recovery_codes: string[] };
  const { secret, recovery_codes: recoveryCodes } = setUp;
  let periods = -1;
  const nextCode = () => {
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + periods * 30 });
    periods += 1;
    return code;
  };
  expect((await post('verify-setup', { code: nextCode() })).status).toBe(200);
  return { user, nextCode, recoveryCodes };
}

describe('a key', () => {
  it('does what it was made for, and nothing else anywhere', async () => {
    const user = await platform.createUser();
    const gems = gemsClient(platform.url, user.token);
    const name = newName();
    await gems.pushGem({ name, version: '1.0.0' });
    const keyFor = (right: string) =>
      textOf(gems.form('POST', 'api/v1/api_key', { name: right, [right]: 'true' }, basic(user)));
    const [, pushKey] = await keyFor('push_rubygem');
    const [, yankKey] = await keyFor('yank_rubygem');
    const [, ownerKey] = await keyFor('add_owner');
    const friend = await platform.createUser();
    const yank = (key: string) =>
      textOf(gems.form('DELETE', 'api/v1/gems/yank', { gem_name: name, version: '1.0.0' }, key));
    const own = (method: string, key: string) =>
      textOf(gems.form(method, `api/v1/gems/${name}/owners`, { email: friend.username }, key));
    const lacks = [403, expect.stringMatching(/^The API key doesn't have access/)];

    expect(await gems.pushGem({ name, version: '1.1.0' }, yankKey)).toEqual(lacks);
    expect(await gems.pushGem({ name, version: '1.1.0' }, ownerKey)).toEqual(lacks);
    expect(await yank(pushKey)).toEqual(lacks);
    expect(await own('POST', pushKey)).toEqual(lacks);
    expect(await own('DELETE', ownerKey)).toEqual(lacks);
    const elsewhere = await fetch(`${platform.url}/v1/packages/rubygems/${name}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${pushKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'x' }),
    });
    expect(elsewhere.status).toBe(401);
    expect((await gems.pushGem({ name, version: '1.1.0' }, pushKey))[0]).toBe(200);
    expect((await own('POST', ownerKey))[0]).toBe(200);
    expect((await yank(yankKey))[0]).toBe(200);
  });

  it('gets more rights, and loses some, for the password', async () => {
    const user = await platform.createUser();
    const gems = gemsClient(platform.url, user.token);
    const name = newName();
    const [, key] = await textOf(
      gems.form('POST', 'api/v1/api_key', { name: 'laptop', index_rubygems: 'true' }, basic(user)),
    );
    const change = (fields: Record<string, string>, who = user) =>
      textOf(gems.form('PUT', 'api/v1/api_key', { api_key: key, ...fields }, basic(who)));

    expect((await gems.pushGem({ name, version: '1.0.0' }, key))[0]).toBe(403);
    expect((await change({ push_rubygem: 'true' }, await platform.createUser()))[0]).toBe(404);
    expect(await change({ push_rubygem: 'true' })).toEqual([200, expect.stringContaining('changed')]);
    expect((await gems.pushGem({ name, version: '1.0.0' }, key))[0]).toBe(200);
    expect((await change({ push_rubygem: 'false' }))[0]).toBe(200);
    expect((await gems.pushGem({ name, version: '1.1.0' }, key))[0]).toBe(403);
    // a key that was not made by a gem client cannot be changed here
    expect((await change({ api_key: user.token, push_rubygem: 'true' }))[0]).toBe(404);
  });

  it('asks for a code with each use where its person wanted that', async () => {
    const { user, nextCode, recoveryCodes } = await withSecondFactor();
    const gems = gemsClient(platform.url, user.token);
    const name = newName();
    const asked = [401, expect.stringMatching(/^You have enabled multifactor authentication/)];
    const fields = { name: 'ci', push_rubygem: 'true', yank_rubygem: 'true', add_owner: 'true', mfa: 'true' };
    const code = nextCode();

    expect(await textOf(gems.form('POST', 'api/v1/api_key', fields, basic(user)))).toEqual(asked);
    const [status, key] = await textOf(
      gems.form('POST', 'api/v1/api_key', fields, basic(user), { otp: code }),
    );

    expect(status).toBe(200);
    expect(await gems.pushGem({ name, version: '1.0.0' }, key)).toEqual(asked);
    expect((await gems.pushGem({ name, version: '1.0.0' }, key, { otp: code }))[0]).toBe(401);
    expect((await gems.pushGem({ name, version: '1.0.0' }, key, { otp: '000000' }))[0]).toBe(401);
    expect((await gems.pushGem({ name, version: '1.0.0' }, key, { otp: nextCode() }))[0]).toBe(200);
    const version = { gem_name: name, version: '1.0.0' };
    const yank = (headers: Record<string, string>) =>
      textOf(gems.form('DELETE', 'api/v1/gems/yank', version, key, headers));
    expect(await yank({})).toEqual(asked);
    expect((await yank({ otp: recoveryCodes[0] ?? '' }))[0]).toBe(200);
    expect(await textOf(gems.form('POST', `api/v1/gems/${name}/owners`, { email: 'x' }, key))).toEqual(asked);
  });
});

describe('a gem with rubygems_mfa_required', () => {
  const metadata = { rubygems_mfa_required: 'true' };

  it('is changed only by people with a second factor', async () => {
    const { user } = await withSecondFactor();
    const plain = await platform.createUser();
    const gems = gemsClient(platform.url, user.token);
    const name = newName();
    const wanted = [403, expect.stringContaining('requires a second factor for changes')];

    expect(await gems.pushGem({ name: newName(), version: '1.0.0', metadata }, plain.token)).toEqual(wanted);
    expect((await gems.pushGem({ name, version: '1.0.0', metadata }))[0]).toBe(200);
    expect((await gems.form('POST', `api/v1/gems/${name}/owners`, { email: plain.username })).status).toBe(
      200,
    );
    const without = await buildGem({ name, version: '1.1.0' });
    expect(await textOf(gems.push(without, plain.token))).toEqual(wanted);
    const version = { gem_name: name, version: '1.0.0' };
    expect(await textOf(gems.form('DELETE', 'api/v1/gems/yank', version, plain.token))).toEqual(wanted);
    const owners = `api/v1/gems/${name}/owners`;
    expect((await gems.form('DELETE', owners, { email: user.username }, plain.token)).status).toBe(403);
    expect((await gems.push(without)).status).toBe(200);
    // the newest version does not require a second factor
    expect((await gems.pushGem({ name, version: '1.2.0' }, plain.token))[0]).toBe(200);
  });
});
