import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBuild, type TestSigstore } from '../../../ecosystems/sigstore/fixtures/sigstore.ts';
import { publishDocument } from '../../../ecosystems/npm/fixtures/tarball.ts';
import { importAdvisories, osvArchive } from '../../support/advisories.ts';
import { publishNpm } from '../../support/npm.ts';
import { type ClientName, isClientMissing } from '../../support/npm-clients.ts';
import { openRunSigstore } from '../../support/run-sigstore.ts';
import { type SharedPlatform, startOpenPlatform, type TestUser } from '../../support/platform.ts';
import { publishersUrl, send } from '../../support/trusted-publishing.ts';
import { startTrustMirror, type TrustMirror } from '../../support/tuf.ts';
import { type ClientHome, cannotRun, createHome, type Outcome } from './home.ts';
import { consumer, library, uniqueName } from './packages.ts';

/** Tests what people do with their accounts, with each of these clients that is installed and supports it. */
export async function testAccounts(wanted: readonly ClientName[]): Promise<void> {
  const missing = new Set<ClientName>();
  for (const name of wanted) if (await isClientMissing(name)) missing.add(name);
  const here = (names: readonly ClientName[]) =>
    names.filter((name) => wanted.includes(name) && !missing.has(name));

  describe.skipIf(cannotRun)('accounts of npm', () => {
    let platform: SharedPlatform;
    let registry: string;
    let sigstore: TestSigstore;
    let mirror: TrustMirror;
    let alice: TestUser;
    const homes: ClientHome[] = [];

    beforeAll(async () => {
      sigstore = await openRunSigstore();
      mirror = await startTrustMirror(sigstore.trustedRoot);
      platform = await startOpenPlatform();
      registry = `${platform.url}/npm/`;
      alice = await platform.createUser();
    });
    afterAll(async () => {
      await Promise.all(homes.map((home) => home.remove()));
      await platform.stop();
      await mirror.stop();
    });

    async function newHome(token?: string): Promise<ClientHome> {
      const home = await createHome(registry, token);
      homes.push(home);
      await home.write('project', { 'package.json': { name: 'project', version: '1.0.0', private: true } });
      return home;
    }

    /** Answers each question of the client once. */
    async function converse(
      child: ChildProcessWithoutNullStreams,
      answers: [RegExp, string][],
    ): Promise<Outcome> {
      const open = [...answers];
      const said = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream].on('data', (chunk: Buffer) => {
          said[stream] += chunk.toString();
          const [next] = open;
          if (next?.[0].test(said.stdout + said.stderr) !== true) return;
          open.shift();
          child.stdin.write(`${next[1]}\n`);
        });
      }
      const code = await new Promise<number>((resolve) =>
        child.once('close', (status) => resolve(status ?? 1)),
      );
      return { code, ...said };
    }

    async function logIn(home: ClientHome, client: ClientName, password: string): Promise<Outcome> {
      const child = await home.start(client, 'project', ['login', '--auth-type=legacy']);
      return converse(child, [
        [/Username/i, alice.username],
        [/Password/i, password],
        // only older clients ask for the address
        [/Email/i, `${alice.username}@example.com`],
      ]);
    }

    const storedToken = async (home: ClientHome) =>
      /_authToken="?(\w+)/.exec(await readFile(join(home.folder, '.npmrc'), 'utf8'))?.[1];

    test.each(here(['npm9', 'npm10', 'npm11', 'npm12']))(
      '%s logs in with name and password, says who it is, and logs out',
      async (client) => {
        const home = await newHome();

        const wrong = await logIn(home, client, 'not the password');
        const right = await logIn(home, client, alice.password);
        const who = await home.must(client, 'project', 'whoami');
        const token = (await storedToken(home)) ?? '';
        await home.must(client, 'project', 'logout');
        const after = await fetch(`${registry}-/whoami`, { headers: { authorization: `Bearer ${token}` } });

        expect(wrong.code).not.toBe(0);
        expect(wrong.stderr).toMatch(/Incorrect or missing password/);
        expect([right.code, right.stderr]).toEqual([0, expect.any(String)]);
        expect(who.stdout.trim()).toBe(alice.username);
        expect(after.status).toBe(401);
        expect(await storedToken(home)).toBeUndefined();
      },
    );

    test.each(here(['npm11', 'npm12']))('%s logs in through a page', async (client) => {
      const home = await newHome();
      const child = await home.start(client, 'project', ['login', '--auth-type=web', '--browser=false']);
      let said = '';
      const page = new Promise<string>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          const [url] = /http\S+\/login\/cli\/[0-9a-f]{40}/.exec(said) ?? [];
          if (url !== undefined) resolve(url);
        });
      });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));

      const form = new URLSearchParams({ username: alice.username, password: alice.password });
      const confirmed = await fetch(await page, { method: 'POST', body: form });

      expect(confirmed.status).toBe(200);
      expect(await ended).toBe(0);
      expect((await home.must(client, 'project', 'whoami')).stdout.trim()).toBe(alice.username);
    });

    test.each(here(['npm11', 'npm12']))('%s shows the profile and manages tokens', async (client) => {
      const home = await newHome();
      await logIn(home, client, alice.password);

      const profile = await home.must(client, 'project', 'profile', 'get', 'name');
      const creating = await home.start(client, 'project', ['token', 'create', '--json', '--name=ci']);
      const created = await converse(creating, [[/password/i, alice.password]]);
      const { token } = JSON.parse(/\{[\s\S]*\}/.exec(created.stdout)?.[0] ?? '{}') as { token?: string };
      const listed = await home.must(client, 'project', 'token', 'list', '--json');
      // the list has the start of each token: the client replaces whole tokens with stars
      const tokens = JSON.parse(listed.stdout) as { id: string; token: string }[];
      const id = tokens.find((it) => token?.startsWith(it.token))?.id ?? '';
      const revoked = await home.must(client, 'project', 'token', 'revoke', id);

      expect(profile.stdout.trim()).toBe(alice.username);
      expect(token).toMatch(/^pub_[0-9a-f]{72}$/);
      expect(revoked.stdout).toMatch(/Removed 1 token/);
      const after = await fetch(`${registry}-/whoami`, { headers: { authorization: `Bearer ${token}` } });
      expect(after.status).toBe(401);
    });

    test.each(here(wanted))('%s finds what is known about a dependency', async (client) => {
      const home = await newHome(alice.token);
      const name = uniqueName('weak');
      await home.write('weak', library(name, '1.0.0'));
      await home.must(client, 'weak', 'publish');
      const affected = [{ name, ecosystem: 'npm', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }];
      const imported = await importAdvisories(
        platform,
        'npm',
        osvArchive([{ id: `GHSA-${name}`, affected }]),
      );
      await home.write('consumer', consumer({ [name]: '1.0.0' }));
      await home.must(client, 'consumer', 'install');

      const audit = await home.run(client, 'consumer', 'audit', '--json', '--audit');

      // npm 8 reports the advisory without a failing exit code
      expect([imported.code, audit.code]).toEqual([0, client === 'npm8' ? 0 : 1]);
      const report = JSON.parse(audit.stdout) as { vulnerabilities: Record<string, unknown> };
      expect(report.vulnerabilities[name]).toMatchObject({
        severity: 'high',
        via: [{ title: `What is wrong: GHSA-${name}`, range: '<1.0.1' }],
      });
    });

    // older clients need a registry's own attestation in a public log to verify provenance
    test.each(here(['npm11', 'npm12']))('%s verifies signatures and provenance', async (client) => {
      const home = await newHome(alice.token);
      const [plain, proven] = [uniqueName('plain'), `@${alice.username}/${uniqueName('proven')}`];
      await home.write('plain', library(plain, '1.0.0'));
      await home.must(client, 'plain', 'publish');
      await publishProven(proven);
      await home.write('consumer', consumer({ [plain]: '1.0.0', [proven]: '1.0.0' }));
      await home.must(client, 'consumer', 'install');
      const variables = await mirror.introduce(join(home.folder, 'cache/npm'), home.folder);

      const child = await home.start(client, 'consumer', ['audit', 'signatures'], variables);
      const { code, stdout, stderr } = await converse(child, []);

      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(stdout).toMatch(/2 packages have verified registry signatures/);
      expect(stdout).toMatch(/1 package has a verified attestation/);
    });

    /** Publishes with provenance without a client: clients create it only inside a build system. */
    async function publishProven(name: string): Promise<void> {
      const mount = registry.slice(0, -1);
      // the registry keeps the provenance of a build only if the package trusts the build
      expect((await publishNpm(mount, { name, version: '0.1.0' }, alice.token)).status).toBe(200);
      const { issuer, repository, workflow } = sampleBuild;
      const trusted = await send('POST', publishersUrl(platform, 'npm', encodeURIComponent(name)), {
        bearer: alice.session,
        body: { issuer, repository, workflow_ref: workflow },
      });
      expect(trusted.status).toBe(201);
      const { tarball } = await publishDocument({ name, version: '1.0.0' });
      const sha512 = createHash('sha512').update(tarball).digest('hex');
      const purl = `pkg:npm/${name.replace('@', '%40')}@1.0.0`;
      const bundle = await sigstore.attest({ name: purl, digest: { sha512 } });
      const { status } = await publishNpm(mount, { name, version: '1.0.0' }, alice.token, { bundle });
      expect(status).toBe(200);
    }
  });
}
