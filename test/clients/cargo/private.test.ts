import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { library, program } from './crates.ts';
import { cannotRun, createHome, type CargoHome } from './home.ts';

describe.skipIf(cannotRun)('a private crate', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let repository: string;
  const homes: CargoHome[] = [];

  async function newHome(index: string, token?: string): Promise<CargoHome> {
    const created = await createHome(`${platform.url}${index}`, token);
    homes.push(created);
    return created;
  }

  async function newConsumer(index: string, token?: string): Promise<CargoHome> {
    const home = await newHome(index, token);
    await home.write('consumer', program('probe-secret = { version = "1", registry = "rookery" }'));
    return home;
  }

  async function manage(method: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${platform.url}/v1/packages/cargo/probe-secret`, {
      method,
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    const home = await newHome('/cargo/index/', author.token);
    await home.write('probe-secret', library('probe-secret', '1.0.0'));
    const published = await home.cargo('probe-secret', 'publish', '--registry', 'rookery');
    if (published.code !== 0) throw new Error(published.stderr);
    repository = String((await manage('GET'))['repository_slug']);
    await manage('PATCH', { visibility: 'private' });
  });

  afterAll(async () => {
    await Promise.all(homes.map((each) => each.remove()));
    await platform.stop();
  });

  test('builds through the mount of its repository with the token of its owner', async () => {
    const home = await newConsumer(`/cargo/r/${repository}/index/`, author.token);

    expect(await home.cargo('consumer', 'build')).toMatchObject({ code: 0 });
  });

  test('cannot be had without a token, and cargo says that one is missing', async () => {
    const home = await newConsumer(`/cargo/r/${repository}/index/`);

    const outcome = await home.cargo('consumer', 'build');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('no token found');
  });

  test('does not exist for another user', async () => {
    const other = await platform.createUser();
    const home = await newConsumer(`/cargo/r/${repository}/index/`, other.token);

    const outcome = await home.cargo('consumer', 'build');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('no matching package named `probe-secret` found');
  });

  test.each([
    ['the index', '/cargo/index/pr/ob/probe-secret'],
    ['downloads', '/cargo/api/v1/crates/probe-secret/1.0.0/download'],
    ['crate pages', '/cargo/api/v1/crates/probe-secret'],
    ['owners', '/cargo/api/v1/crates/probe-secret/owners'],
  ])('is absent from %s of the shared mount', async (_title, path) => {
    const missing = await fetch(`${platform.url}${path.replaceAll('probe-secret', 'probe-nothing')}`);

    const response = await fetch(`${platform.url}${path}`);

    expect([response.status, await response.text()]).toEqual([404, await missing.text()]);
  });

  test('is absent from search', async () => {
    const response = await fetch(`${platform.url}/cargo/api/v1/crates?q=probe-secret`);

    expect(await response.json()).toMatchObject({ crates: [], meta: { total: 0 } });
  });
});
