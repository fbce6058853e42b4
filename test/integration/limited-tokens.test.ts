import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCrate, uniqueName } from '../support/crates.ts';
import { publishCrate } from '../support/cargo.ts';
import { type Platform, startPlatform, type TestUser } from '../support/platform.ts';

let platform: Platform;
let author: TestUser;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

async function newToken(limits: object): Promise<string> {
  const response = await fetch(`${platform.url}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'limited', scopes: ['packages:write'], ...limits }),
  });
  return ((await response.json()) as { token: string }).token;
}

it('a token for some names publishes these, new and known, and nothing else', async () => {
  const prefix = uniqueName('only').toLowerCase();
  const token = await newToken({ name_pattern: `${prefix}-*`, ecosystem: 'cargo' });

  const mine = await makeCrate({ name: `${prefix}-core` });
  const others = await makeCrate({ name: uniqueName('other') });

  expect((await publishCrate(platform, mine, token)).status).toBe(200);
  const refused = await publishCrate(platform, others, token);
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining(`this token is not for ${others.name} of cargo`),
  ]);
  expect((await publishCrate(platform, others, author.token)).status).toBe(200);
  const next = await makeCrate({ name: others.name, version: '1.1.0' });
  expect((await publishCrate(platform, next, token)).status).toBe(403);
  const later = await makeCrate({ name: mine.name, version: '1.1.0' });
  expect((await publishCrate(platform, later, token)).status).toBe(200);
});

it('a token gives what it makes its networks and its end, and makes none where it is bound otherwise', async () => {
  const scopes = ['tokens:write', 'tokens:read', 'packages:write'];
  const ask = async (credential: string, wanted: object) => {
    const response = await fetch(`${platform.url}/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'made', scopes: ['packages:write'], ...wanted }),
    });
    // every answer of /v1 is an object
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const maker = await newToken({ scopes, allowed_cidrs: ['127.0.0.0/8'], expires_in_days: 1 });

  const made = await ask(maker, { expires_in_days: 365 });
  const narrower = await ask(maker, { allowed_cidrs: ['127.0.0.1/32'] });
  const wider = await ask(maker, { allowed_cidrs: ['0.0.0.0/0'] });

  expect([made.status, narrower.status, wider.status]).toEqual([201, 201, 422]);
  const listed = await fetch(`${platform.url}/v1/tokens`, { headers: { authorization: `Bearer ${maker}` } });
  const { tokens } = (await listed.json()) as {
    tokens: { id: string; allowed_cidrs: string[]; expires_at: string }[];
  };
  const tomorrow = Date.now() + 86_400_000;
  for (const [{ body }, networks] of [
    [made, ['127.0.0.0/8']],
    [narrower, ['127.0.0.1/32']],
  ] as const) {
    const token = tokens.find(({ id }) => id === body['id']);
    expect(token?.allowed_cidrs).toEqual(networks);
    expect(Date.parse(token?.expires_at ?? '')).toBeLessThanOrEqual(tomorrow);
    expect(body['expires_at']).toBe(token?.expires_at);
  }
  // unknown outside its ecosystem, and refused for names outside its pattern
  expect((await ask(await newToken({ scopes, ecosystem: 'npm' }), {})).status).toBe(401);
  expect((await ask(await newToken({ scopes, name_pattern: 'a-*' }), {})).status).toBe(403);
});

it('a token for other networks is refused in the words of the client', async () => {
  const token = await newToken({ allowed_cidrs: ['192.0.2.0/24'] });

  const crate = await publishCrate(platform, await makeCrate({ name: uniqueName('far') }), token);
  const npm = await fetch(`${platform.url}/npm/-/whoami`, { headers: { authorization: `Bearer ${token}` } });
  const image = await fetch(`${platform.url}/v2/token?service=x`, {
    headers: { authorization: `Basic ${Buffer.from(`any:${token}`).toString('base64')}` },
  });

  expect([crate.status, npm.status]).toEqual([403, 403]);
  expect(crate.text).toContain('not accepted from');
  expect(image.status).toBeGreaterThanOrEqual(401);
});
