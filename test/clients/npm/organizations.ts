import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { npmRequests } from '../../support/npm.ts';
import { type ClientName, isClientMissing } from '../../support/npm-clients.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { send } from '../../support/trusted-publishing.ts';
import { type ClientHome, cannotRun, createHome, type Outcome } from './home.ts';
import { library, uniqueName } from './packages.ts';

/** `npm org`, `npm team` and `npm access`, by each of these clients that is here. */
export async function testOrganizations(wanted: readonly ClientName[]): Promise<void> {
  const missing = new Set<ClientName>();
  for (const name of wanted) if (await isClientMissing(name)) missing.add(name);
  const here = wanted.filter((name) => !missing.has(name));

  describe.skipIf(cannotRun)('organizations with npm', () => {
    let platform: Platform;
    let alice: TestUser;
    let bob: TestUser;
    const homes: ClientHome[] = [];
    beforeAll(async () => {
      platform = await startPlatform();
      [alice, bob] = await Promise.all([platform.createUser(), platform.createUser()]);
    });
    afterAll(async () => {
      await Promise.all(homes.map((home) => home.remove()));
      await platform.stop();
    });

    const manage = async (path: string, body: object) => {
      const answer = await send('POST', platform.url + path, { bearer: alice.session, body });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    };

    /** An organization of Alice with a repository, and a machine that publishes into it with this token. */
    async function open(client: ClientName, token: string) {
      const org = uniqueName('org').slice(0, 20);
      await manage('/v1/orgs', { name: 'Acme', slug: org });
      await manage('/v1/repositories', { name: org, slug: org, kind: 'public', owner_org_slug: org });
      const home = await createHome(`${platform.url}/npm/`, token);
      homes.push(home);
      const name = `@${org}/probe`;
      await home.write('probe', library(name, '1.0.0'));
      const run = (...args: string[]) => home.run(client, 'probe', ...args);
      /** Lines of a command that has to succeed. */
      const lines = async (...args: string[]) =>
        (await home.must(client, 'probe', ...args)).stdout.trim().split('\n').filter(Boolean);
      return { org, name, run, lines };
    }

    const orgToken = async () => {
      const scopes = ['packages:write', 'orgs:write'];
      return String((await manage('/v1/tokens', { name: 'npm', scopes }))['token']);
    };

    test.each(here)('%s manages members, teams and what these may do', async (client) => {
      const { org, name, run, lines } = await open(client, await orgToken());
      const team = `@${org}:web`;
      const user = bob.username;
      const mount = `--registry=${platform.url}/npm/r/${org}/`;
      const key = `${mount.replace('--registry=http:', '--')}:_authToken=${alice.token}`;
      await lines('publish', '--access=public', mount, key);

      expect(await lines('org', 'set', org, user)).toEqual([
        `Added ${user} as developer to ${org}. You now have 2 members in this org.`,
      ]);
      expect(await lines('org', 'set', org, user, 'admin', '--parseable')).toEqual([
        'org\torgsize\tuser\trole',
        `${org}\t2\t${user}\tadmin`,
      ]);
      expect(JSON.parse((await lines('org', 'ls', org, '--json')).join('\n'))).toEqual({
        [alice.username]: 'owner',
        [user]: 'admin',
      });
      expect(await lines('org', 'ls', org, user, '--parseable')).toEqual(['user\trole', `${user}\tadmin`]);
      await lines('org', 'set', org, user, 'developer');

      expect(await lines('team', 'create', team)).toEqual([`+${team}`]);
      expect(await lines('team', 'add', team, user)).toEqual([`${user} added to ${team}`]);
      expect(await lines('team', 'ls', `@${org}`, '--parseable')).toEqual([team.slice(1)]);
      expect(await lines('team', 'ls', team, '--parseable')).toEqual([user]);

      await lines('access', 'grant', 'read-write', team, name);
      expect(await lines('access', 'list', 'packages', team)).toEqual([`${name}: read-write`]);
      await lines('access', 'grant', 'read-only', team, name);
      expect(await lines('access', 'list', 'packages', team)).toEqual([`${name}: read-only`]);
      expect(await lines('access', 'list', 'packages', org)).toEqual([`${name}: read-write`]);
      expect((await lines('access', 'list', 'collaborators', name)).sort()).toEqual(
        [`${alice.username}: read-write`, `${user}: read-write`].sort(),
      );
      await lines('access', 'revoke', team, name);
      expect(await lines('access', 'list', 'packages', team)).toEqual([]);

      expect(await lines('team', 'rm', team, user)).toEqual([`${user} removed from ${team}`]);
      expect(await lines('team', 'ls', team, '--json')).toEqual(['[]']);
      expect(await lines('team', 'destroy', team)).toEqual([`-${team}`]);
      expect(await lines('org', 'rm', org, user)).toEqual([
        `Successfully removed ${user} from ${org}. You now have 1 member in this org.`,
      ]);

      const owner = await run('org', 'set', org, alice.username, 'admin');
      const second = await run('org', 'set', org, user, 'owner');
      const unknown = await run('team', 'ls', `@${uniqueName('none')}`);
      expect([owner.code, owner.stderr]).toEqual([1, expect.stringMatching(/transfer/)]);
      expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/has one owner/)]);
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/E404[\s\S]*not found/)]);
    });

    /** A person's steps with the two addresses that the client prints where it has no terminal to wait in. */
    async function confirm({ stderr }: Outcome): Promise<string> {
      const [page] = /http\S+\/login\/cli\/[0-9a-f]{40}(?=\s)/.exec(stderr) ?? [];
      const [done] = /http\S+\/-\/v1\/login\/done\/[0-9a-f]{80}/.exec(stderr) ?? [];
      const { username, password } = alice;
      const form = new URLSearchParams({ username, password });
      expect((await fetch(page ?? '', { method: 'POST', body: form })).status).toBe(200);
      return String((await send('GET', done ?? '')).body['token']);
    }

    // the older ones print no addresses
    test.each(here.filter((client) => ['npm11', 'npm12'].includes(client)))(
      '%s changes them with the token of its log-in, once its person confirms',
      async (client) => {
        const { legacyLogin } = npmRequests(`${platform.url}/npm`);
        const login = await legacyLogin(alice.username, alice.password);
        const { org, run, lines } = await open(client, String(login.body['token']));
        const create = ['team', 'create', `@${org}:web`];

        const refused = await run(...create);
        const created = await lines(...create, `--otp=${await confirm(refused)}`);

        expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/EOTP/)]);
        expect(created).toEqual([`+@${org}:web`]);
        expect(await lines('team', 'ls', org, '--parseable')).toEqual([`${org}:web`]);
      },
    );
  });
}
