import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmRequests } from '../../support/npm.ts';
import { type ClientName, isClientMissing } from '../../support/npm-clients.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { send } from '../../support/trusted-publishing.ts';
import { type ClientHome, cannotRun, createHome, type Outcome } from './home.ts';
import { library, uniqueName } from './packages.ts';

const wanted = ['npm11', 'npm12'] as const satisfies ClientName[];
const missing = new Set<ClientName>();
for (const name of wanted) if (await isClientMissing(name)) missing.add(name);
const here = wanted.filter((name) => !missing.has(name));

describe.skipIf(cannotRun)('changes that npm makes with a token and its person confirms', () => {
  let platform: Platform;
  let alice: TestUser;
  /** The token of an `npm login`. */
  let loginToken: string;
  const homes: ClientHome[] = [];
  beforeAll(async () => {
    platform = await startPlatform();
    alice = await platform.createUser();
    const { legacyLogin } = npmRequests(`${platform.url}/npm`);
    loginToken = String((await legacyLogin(alice.username, alice.password)).body['token']);
  });
  afterAll(async () => {
    await Promise.all(homes.map((home) => home.remove()));
    await platform.stop();
  });

  async function newHome(): Promise<ClientHome> {
    const home = await createHome(`${platform.url}/npm/`, loginToken);
    homes.push(home);
    return home;
  }

  /** Confirms a change with the two addresses that the client prints when it has no terminal. */
  async function confirm({ stderr }: Outcome): Promise<string> {
    const [page] = /http\S+\/login\/cli\/[0-9a-f]{40}(?=\s)/.exec(stderr) ?? [];
    const [done] = /http\S+\/-\/v1\/login\/done\/[0-9a-f]{80}/.exec(stderr) ?? [];
    const { username, password } = alice;
    const form = new URLSearchParams({ username, password });
    const confirmed = await fetch(page ?? '', { method: 'POST', body: form });
    expect(confirmed.status).toBe(200);
    const { body } = await send('GET', done ?? '');
    return String(body['token']);
  }

  test.each(here)('%s names a trusted publisher and takes it back', async (client) => {
    const home = await newHome();
    const name = uniqueName('trusted');
    await home.write(name, library(name, '1.0.0'));
    await home.must(client, name, 'publish');
    const trust = [
      'trust',
      'github',
      name,
      '--repo=acme/probe',
      '--file=release.yml',
      '--allow-publish',
      '--yes',
    ];

    const refused = await home.run(client, name, ...trust);
    const otp = `--otp=${await confirm(refused)}`;
    const named = await home.run(client, name, ...trust, otp);
    const listed = await home.must(client, name, 'trust', 'list', name, '--json', otp);
    const [, id = ''] = /"id": "([0-9a-f-]{36})"/.exec(listed.stdout) ?? [];
    const revoked = await home.run(client, name, 'trust', 'revoke', name, `--id=${id}`, otp);

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/EOTP/)]);
    expect([named.code, named.stdout]).toEqual([0, expect.stringMatching(/created successfully/)]);
    expect([revoked.code, revoked.stderr]).toEqual([0, expect.any(String)]);
  });

  test.each(here)('%s changes the address', async (client) => {
    const home = await newHome();
    await home.write('project', library('project', '1.0.0'));
    const email = `${uniqueName('changed')}@example.com`;
    const set = ['profile', 'set', 'email', email];

    const refused = await home.run(client, 'project', ...set);
    const changed = await home.run(client, 'project', ...set, `--otp=${await confirm(refused)}`);

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/EOTP/)]);
    expect([changed.code, changed.stdout]).toEqual([0, expect.stringContaining(email)]);
  });
});
