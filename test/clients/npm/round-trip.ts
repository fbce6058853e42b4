import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientName } from '../../support/npm-clients.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { createHome, type ClientHome } from './home.ts';
import { consumer, library, uniqueName } from './packages.ts';
import { publishing, publishWith } from './publishing.ts';

/** Some clients publish scoped packages as private without this setting. */
const open = { publishConfig: { access: 'public' } };

/** Publishes with a client, and installs with it on a clean machine. */
export function testRoundTrip(client: ClientName): void {
  let platform: Platform;
  let author: { username: string; token: string };
  let registry: string;
  const homes: ClientHome[] = [];
  const base = uniqueName('base');

  async function newHome(token?: string, mount = registry): Promise<ClientHome> {
    const home = await createHome(mount, token);
    homes.push(home);
    return home;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    registry = `${platform.url}/npm/`;
    author = await platform.createUser();
    const home = await newHome(author.token);
    await home.write(base, library(base, '1.0.0'));
    await publishWith(client, home, base);
  });

  afterAll(async () => {
    await Promise.all(homes.map((home) => home.remove()));
    await platform.stop();
  });

  test('publishes what a clean machine installs and runs', async () => {
    const home = await newHome(author.token);
    const name = `@${author.username}/${uniqueName('scoped')}`;
    await home.write('scoped', library(name, '2.1.0', { dependencies: { [base]: '^1.0.0' }, ...open }));
    await home.write('scoped', { 'yarn.lock': '' });
    await publishWith(client, home, 'scoped');

    const fresh = await newHome();
    await fresh.write('consumer', { ...consumer({ [name]: '^2.0.0', [base]: '*' }), 'yarn.lock': '' });
    await fresh.must(client, 'consumer', 'install');

    const output = execFileSync(process.execPath, ['print.js'], { cwd: join(fresh.folder, 'consumer') });
    expect(output.toString()).toBe(`${name}@2.1.0\n${base}@1.0.0\n`);
  });

  test('is told that a version is published once', async () => {
    const home = await newHome(author.token);
    await home.write(base, { ...library(base, '1.0.0'), 'yarn.lock': '' });

    const outcomes = [];
    for (const args of publishing[client]) outcomes.push(await home.run(client, base, ...args));

    const last = outcomes.at(-1);
    expect(last?.code).not.toBe(0);
    expect(`${last?.stdout}${last?.stderr}`).toMatch(/previously published versions?|409|conflict/i);
  });

  test('installs a private package of a repository with a token and not without', async () => {
    const home = await newHome(author.token);
    const name = `@${author.username}/${uniqueName('secret')}`;
    await home.write('secret', {
      ...library(name, '1.0.0', { publishConfig: { access: 'restricted' } }),
      'yarn.lock': '',
    });
    await publishWith(client, home, 'secret');
    const mount = `${platform.url}/npm/r/${author.username.toLowerCase()}/`;

    const stranger = await platform.createUser();
    const attempts = [
      { address: mount, token: author.token, works: true },
      { address: registry, token: undefined, works: false },
      { address: registry, token: stranger.token, works: false },
    ];
    for (const { address, token, works } of attempts) {
      const fresh = await newHome(token, address);
      await fresh.write('consumer', { ...consumer({ [name]: '1.0.0' }), 'yarn.lock': '' });
      const outcome = await fresh.run(client, 'consumer', 'install');
      if (works !== (outcome.code === 0)) throw new Error(`${outcome.stdout}\n${outcome.stderr}`);
      expect(outcome.code === 0).toBe(works);
    }
  });
}
