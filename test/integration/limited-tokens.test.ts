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
