import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, type Workspace } from './php.ts';

describe.skipIf(cannotRun)('composer', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let projects = 0;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const newName = () => `${uniqueName('v').toLowerCase()}/probe`;

  /** A library whose class says which version it is. */
  async function publish(name: string, version: string, manifest: Record<string, unknown> = {}, by = author) {
    const files = {
      'src/Probe.php': `<?php\nnamespace Probe;\nfinal class Probe { const VERSION = '${version}'; }\n`,
    };
    const autoload = { 'psr-4': { 'Probe\\': 'src/' } };
    const published = await publishDist(platform, by, {
      name,
      version,
      manifest: { autoload, ...manifest },
      files,
    });
    expect(published).toMatchObject({ status: 201 });
  }

  /** A new project with this registry and no other. */
  async function newProject(
    require: Record<string, string>,
    more: Record<string, unknown> = {},
    mount = '',
  ): Promise<string> {
    projects += 1;
    const folder = `project-${projects}`;
    const manifest = {
      name: 'acme/project',
      description: 'A project',
      license: 'MIT',
      require,
      repositories: [
        { type: 'composer', url: `${platform.url}/composer${mount}` },
        { 'packagist.org': false },
      ],
      config: { 'secure-http': false },
      ...more,
    };
    await workspace.write(`${folder}/composer.json`, JSON.stringify(manifest, null, 4));
    return folder;
  }

  const versionIn = async (folder: string) =>
    (await workspace.php(folder, "require 'vendor/autoload.php'; echo Probe\\Probe::VERSION;")).output;
  const change = async (method: string, path: string) => {
    const answer = await fetch(`${platform.url}/composer/packages/${path}`, {
      method,
      headers: { authorization: `Bearer ${author.token}` },
    });
    expect(answer.status).toBe(200);
  };
  const manage = async (path: string, body: object, person = author) => {
    const answer = await fetch(`${platform.url}/v1/${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };

  test('installs with dependencies, shows what is outdated, and updates', async () => {
    const [name, user] = [newName(), newName()];
    await publish(name, '1.0.0');
    await publish(user, '0.1.0', { require: { [name]: '^1.0' }, autoload: {} });
    const folder = await newProject({ [user]: '^0.1' });

    const installed = await workspace.composer(folder, 'install');
    const first = await versionIn(folder);
    await publish(name, 'v1.2.0');
    await publish(name, '2.0.0');
    const outdated = await workspace.composer(folder, 'outdated', name);
    const updated = await workspace.composer(folder, 'update');

    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(first).toBe('1.0.0');
    expect(outdated.output).toMatch(/latest\s*: (?:v1\.2|2\.0)\.0/);
    expect(updated, updated.output).toMatchObject({ code: 0 });
    expect(updated.output).toContain(`Upgrading ${name} (1.0.0 => v1.2.0)`);
    expect(await versionIn(folder)).toBe('v1.2.0');
  }, 240_000);

  test('requires by stability flags, and from a branch', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await publish(name, '1.1.0-beta2');
    await publish(name, '1.1.0-RC1');
    await publish(name, 'dev-main');
    const folder = await newProject({});

    const stable = await workspace.composer(folder, 'require', name);
    const atStable = await versionIn(folder);
    const candidate = await workspace.composer(folder, 'require', `${name}:^1.1@RC`);
    const atCandidate = await versionIn(folder);
    const flag = await newProject({ [name]: '@beta' });
    await workspace.composer(flag, 'update');
    const branch = await workspace.composer(folder, 'require', '--prefer-dist', `${name}:dev-main`);

    expect(stable, stable.output).toMatchObject({ code: 0 });
    expect(candidate, candidate.output).toMatchObject({ code: 0 });
    expect(branch, branch.output).toMatchObject({ code: 0 });
    expect([atStable, atCandidate, await versionIn(folder)]).toEqual(['1.0.0', '1.1.0-RC1', 'dev-main']);
    expect(await versionIn(flag)).toBe('1.1.0-RC1');
  }, 240_000);

  test('installs a yanked version from a lock file, and nowhere else', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');
    const folder = await newProject({ [name]: '^1' });
    await workspace.composer(folder, 'update', '--no-install');
    const lock = await workspace.read(`${folder}/composer.lock`);
    await change('DELETE', `${name}/versions/1.1.0`);

    const locked = await workspace.composer(folder, 'install');
    const atLocked = await versionIn(folder);
    const fresh = await newProject({ [name]: '^1' });
    const updated = await workspace.composer(fresh, 'update');

    expect(lock).toContain('"version": "1.1.0"');
    expect(locked, locked.output).toMatchObject({ code: 0 });
    expect(atLocked).toBe('1.1.0');
    expect(updated, updated.output).toMatchObject({ code: 0 });
    expect(await versionIn(fresh)).toBe('1.0.0');
  }, 240_000);

  test('is told of an abandoned package and what to use instead', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await manage(`packages/composer/${encodeURIComponent(name)}`, {
      is_deprecated: true,
      deprecation_message: 'acme/next',
    });
    const folder = await newProject({ [name]: '*' });

    const installed = await workspace.composer(folder, 'update');

    expect(installed.output).toContain(
      `Package ${name} is abandoned, you should avoid using it. Use acme/next instead.`,
    );
  }, 240_000);

  test('searches, shows all versions, and validates nothing of ours', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');
    const folder = await newProject({});

    const found = await workspace.composer(folder, 'search', name.split('/')[0] ?? '');
    const named = await workspace.composer(folder, 'search', '--only-name', name.split('/')[0] ?? '');
    const shown = await workspace.composer(folder, 'show', '--all', name);

    expect(found.output).toContain(name);
    expect(named.output).toContain(name);
    expect(shown, shown.output).toMatchObject({ code: 0 });
    expect(shown.output).toMatch(/versions\s*: 1\.1\.0, 1\.0\.0/);
  }, 240_000);

  test.each(['http-basic', 'bearer'])(
    'reaches a private repository with %s, and no other reader does',
    async (kind) => {
      const owner = await platform.createUser();
      const name = newName();
      await publish(name, '1.0.0', {}, owner);
      await manage(`repositories/${owner.username}`, { visibility: 'private' }, owner);
      const mount = `/r/${owner.username}`;
      const host = new URL(platform.url).host;
      const credential = kind === 'bearer' ? owner.token : { username: 'token', password: owner.token };
      const auth = (hosts: Record<string, unknown>) => JSON.stringify({ [kind]: hosts });

      const folder = await newProject({ [name]: '*' }, {}, mount);
      await workspace.write(`${folder}/auth.json`, auth({ [host]: credential }));
      const known = await workspace.composer(folder, 'update');
      const stranger = await newProject({ [name]: '*' }, {}, mount);
      const refused = await workspace.composer(stranger, 'update', '--no-cache');

      expect(known, known.output).toMatchObject({ code: 0 });
      expect(await versionIn(folder)).toBe('1.0.0');
      expect(refused.code).not.toBe(0);
      expect(refused.output).toMatch(/401|authentication|credentials/i);
    },
    240_000,
  );
});
