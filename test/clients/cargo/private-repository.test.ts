import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { library, program } from './crates.ts';
import { cannotRun, createHome, type CargoHome } from './home.ts';

describe.skipIf(cannotRun)('a private repository', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let slug: string;
  const homes: CargoHome[] = [];

  async function newHome(token?: string): Promise<CargoHome> {
    const created = await createHome(`${platform.url}/cargo/r/${slug}/index/`, token);
    homes.push(created);
    return created;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    slug = `${author.username}-vault`;
    const response = await fetch(`${platform.url}/v1/repositories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Vault', slug, kind: 'private' }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  });

  afterAll(async () => {
    await Promise.all(homes.map((each) => each.remove()));
    await platform.stop();
  });

  test('takes a publish and serves it to its owner, never to the shared mount', async () => {
    const home = await newHome(author.token);
    await home.write('probe-vault', library('probe-vault', '1.0.0'));
    await home.write('consumer', program('probe-vault = { version = "1", registry = "rookery" }'));

    const published = await home.cargo('probe-vault', 'publish', '--registry', 'rookery');
    const built = await home.cargo('consumer', 'build');

    expect(published).toMatchObject({ code: 0 });
    expect(built).toMatchObject({ code: 0 });
    const shared = await fetch(`${platform.url}/cargo/index/pr/ob/probe-vault`);
    expect([shared.status, await shared.text()]).toEqual([404, '']);
  });

  test('asks for a token before it tells anything, and so does one that does not exist', async () => {
    const headers = { 'cargo-protocol': 'version=1' };
    for (const repository of [slug, 'no-such-repository']) {
      const response = await fetch(`${platform.url}/cargo/r/${repository}/index/config.json`, { headers });

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(`Cargo login_url="${platform.url}/cargo/me"`);
      expect(await response.json()).toEqual({ errors: [{ detail: expect.any(String) }] });
    }
  });

  test('makes cargo ask its user to log in', async () => {
    const home = await newHome();
    await home.write('consumer', program('probe-vault = { version = "1", registry = "rookery" }'));

    const outcome = await home.cargo('consumer', 'build');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('please run `cargo login --registry rookery`');
  });
});
