import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientName } from '../../support/npm-clients.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { createHome, type ClientHome } from './home.ts';
import { library, uniqueName } from './packages.ts';
import { publishWith } from './publishing.ts';
import { changedWhilePacked, commandLineTool, nativeAddon, type Shape, workspace } from './shapes.ts';

/** The registry never reports a contradiction between a client's manifest and its tarball. */
export function testManifests(client: ClientName): void {
  const base = { name: uniqueName('base'), version: '1.0.0' };
  let platform: Platform;
  let author: { username: string; token: string };
  let home: ClientHome;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    home = await createHome(`${platform.url}/npm/`, author.token);
    for (const name of [base.name, `${base.name}-more`]) {
      await home.write(name, { ...library(name, base.version), 'yarn.lock': '' });
      await publishWith(client, home, name);
    }
  });
  afterAll(async () => {
    await home.remove();
    await platform.stop();
  });

  async function indexed(name: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${platform.url}/npm/${name.replace('/', '%2f')}/latest`);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }

  async function expectIndexed(name: string, { files, indexed: expected }: Shape): Promise<void> {
    await home.write(name, { ...files, 'yarn.lock': '' });
    await publishWith(client, home, name);

    const manifest = await indexed(name);
    for (const [field, value] of Object.entries(expected))
      expect([field, manifest[field]]).toEqual([field, value]);
  }

  test('publishes a command-line tool, and the index has what is inside', async () => {
    const name = uniqueName('tool');

    await expectIndexed(name, commandLineTool(name, base));
  });

  test('publishes a native add-on, and the index has what is inside', async () => {
    const name = uniqueName('addon');

    await expectIndexed(name, nativeAddon(name, base, client));
  });

  test('publishes what its own scripts change, and the index has what is inside', async () => {
    const name = uniqueName('changed');

    await expectIndexed(name, changedWhilePacked(name, base));
  });

  test('publishes from a repository of several packages, and the index has what is inside', async () => {
    const inner = uniqueName('inner');
    const outer = uniqueName('outer');
    const { files, indexed: expected } = workspace(client, { inner, outer }, base);
    await home.write('mono', files);
    await publishWith(client, home, 'mono/packages/inner');
    await home.must(client, 'mono', 'install');

    await publishWith(client, home, 'mono/packages/outer');

    expect(await indexed(outer)).toMatchObject(expected);
  });
}
