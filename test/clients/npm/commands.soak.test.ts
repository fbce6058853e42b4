import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isClientMissing } from '../../support/npm-clients.ts';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun, createHome, type ClientHome, type Outcome } from './home.ts';
import { consumer, library, uniqueName } from './packages.ts';

const client = 'npm11';
const isWithout = cannotRun || (await isClientMissing(client));

describe.skipIf(isWithout)('npm', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let home: ClientHome;
  const homes: ClientHome[] = [];

  async function newHome(token?: string): Promise<ClientHome> {
    const created = await createHome(`${platform.url}/npm/`, token);
    homes.push(created);
    return created;
  }

  const npm = (...args: string[]): Promise<Outcome> => home.must(client, '.', ...args);

  async function publish(
    name: string,
    version: string,
    args: string[] = [],
    more: object = {},
  ): Promise<void> {
    const project = uniqueName('project');
    await home.write(project, library(name, version, more));
    await home.must(client, project, 'publish', ...args);
  }

  async function view(name: string, field: string): Promise<unknown> {
    const { stdout } = await npm('view', name, field, '--json', '--prefer-online');
    return stdout === '' ? undefined : JSON.parse(stdout);
  }

  async function document(name: string): Promise<Record<string, unknown>> {
    const response = await fetch(`${platform.url}/npm/${name.replace('/', '%2f')}`);
    return (await response.json()) as Record<string, unknown>;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    home = await newHome(author.token);
  });

  afterAll(async () => {
    await Promise.all(homes.map((each) => each.remove()));
    await platform.stop();
  });

  test('view shows what was published', async () => {
    const name = uniqueName('viewed');
    await publish(name, '1.0.0', [], { keywords: ['seen'], dependencies: { left: '^1' } });

    const { stdout } = await npm('view', name);

    expect(stdout).toContain(`${name}@1.0.0 | MIT | deps: 1 | versions: 1`);
    expect(stdout).toContain(`About ${name}`);
    expect(stdout).toContain(`published just now by ${author.username}`);
    expect(await view(`${name}@latest`, 'dependencies')).toEqual({ left: '^1' });
  });

  test('search finds by words and keywords', async () => {
    const word = uniqueName('sought').replaceAll('-', '');
    await publish(`${word}-package`, '1.0.0', [], { keywords: [word] });

    const search = async (...words: string[]) => {
      const { stdout } = await npm('search', '--json', '--prefer-online', ...words);
      return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
    };

    await expect.poll(() => search(word), { timeout: 15_000 }).toEqual([`${word}-package`]);
    expect(await search(`keywords:${word}`)).toEqual([`${word}-package`]);
    expect(await search(`keywords:not${word}`)).toEqual([]);
  });

  test('dist-tags are listed, added, followed and removed', async () => {
    const name = uniqueName('tagged');
    await publish(name, '1.0.0');
    await publish(name, '2.0.0-rc.1', ['--tag', 'next']);

    expect((await npm('dist-tag', 'ls', name)).stdout).toBe('latest: 1.0.0\nnext: 2.0.0-rc.1\n');
    await npm('dist-tag', 'add', `${name}@1.0.0`, 'stable');
    expect(await view(`${name}@stable`, 'version')).toBe('1.0.0');
    await npm('dist-tag', 'rm', name, 'next');
    await npm('dist-tag', 'add', `${name}@2.0.0-rc.1`, 'latest');
    expect((await npm('dist-tag', 'ls', name)).stdout).toBe('latest: 2.0.0-rc.1\nstable: 1.0.0\n');

    const range = await home.run(client, '.', 'dist-tag', 'add', `${name}@1.0.0`, 'v2');
    const absent = await home.run(client, '.', 'dist-tag', 'add', `${name}@9.9.9`, 'future');
    expect([range.code, absent.code]).toEqual([1, 1]);
  });

  test('a deprecation is shown on an install, and can be taken back', async () => {
    const name = uniqueName('old');
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');

    await npm('deprecate', `${name}@<1.1.0`, 'use 1.1 instead');
    const fresh = await newHome();
    await fresh.write('consumer', consumer({ [name]: '1.0.0' }));
    const installed = await fresh.must(client, 'consumer', 'install');

    expect(installed.stderr).toContain(`deprecated ${name}@1.0.0: use 1.1 instead`);
    expect(await view(`${name}@1.1.0`, 'deprecated')).toBeUndefined();
    await npm('undeprecate', name);
    expect(await view(`${name}@1.0.0`, 'deprecated')).toBeUndefined();
  });

  test('unpublish takes one version, then everything, for good', async () => {
    const name = uniqueName('gone');
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');

    await npm('unpublish', `${name}@1.1.0`);
    expect(await document(name)).toMatchObject({ 'dist-tags': { latest: '1.0.0' } });
    expect(Object.keys((await document(name))['versions'] as object)).toEqual(['1.0.0']);
    expect((await fetch(`${platform.url}/npm/${name}/-/${name}-1.1.0.tgz`)).status).toBe(404);

    await npm('unpublish', name, '--force');
    expect((await fetch(`${platform.url}/npm/${name}`)).status).toBe(404);

    await home.write('again', library(name, '1.0.0'));
    const again = await home.run(client, 'again', 'publish');
    expect(again.code).not.toBe(0);
  });

  test('what others depend on is not unpublished', async () => {
    const name = uniqueName('needed');
    await publish(name, '1.0.0');
    await publish(uniqueName('dependent'), '1.0.0', [], { dependencies: { [name]: '1' } });

    const outcome = await home.run(client, '.', 'unpublish', name, '--force');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toMatch(/405.*unpublish is disabled.*deprecate instead/s);
    expect((await fetch(`${platform.url}/npm/${name}`)).status).toBe(200);
  });

  test('a maintainer may publish until the owner says otherwise', async () => {
    const name = uniqueName('owned');
    await publish(name, '1.0.0');
    const friend = await platform.createUser();
    const theirs = await newHome(friend.token);
    const attempt = async (version: string) => {
      await theirs.write(version, library(name, version));
      return (await theirs.run(client, version, 'publish')).code;
    };

    expect(await attempt('1.0.1')).not.toBe(0);
    expect((await npm('owner', 'add', friend.username, name)).stdout).toContain(`+ ${friend.username}`);
    expect(await attempt('1.0.2')).toBe(0);
    expect((await npm('owner', 'ls', name)).stdout).toMatch(`${author.username} <>\n${friend.username} <>`);
    expect(await view(name, 'versions')).toEqual(['1.0.0', '1.0.2']);
    await npm('owner', 'rm', friend.username, name);
    expect(await attempt('1.0.3')).not.toBe(0);
  });

  test('access is told and changed', async () => {
    const name = `@${author.username}/${uniqueName('shy')}`;
    await publish(name, '1.0.0', ['--access', 'restricted']);
    const status = async () => (await npm('access', 'get', 'status', name)).stdout;
    const anonymous = async () => (await fetch(`${platform.url}/npm/${name.replace('/', '%2f')}`)).status;

    expect([await status(), await anonymous()]).toEqual([`${name}: private\n`, 404]);
    await npm('access', 'set', 'status=public', name);
    expect([await status(), await anonymous()]).toEqual([`${name}: public\n`, 200]);
    expect((await npm('access', 'list', 'collaborators', name)).stdout).toBe(
      `${author.username}: read-write\n`,
    );
    await expect
      .poll(async () => (await npm('access', 'list', 'packages', author.username)).stdout, {
        timeout: 15_000,
      })
      .toContain(`${name}: read-write\n`);
  });

  test('a staged version waits for its approval', async () => {
    const name = uniqueName('staged');
    await home.write('staged', library(name, '1.0.0'));

    const { stdout, stderr } = await home.must(client, 'staged', 'stage', 'publish');
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout + stderr)?.[0] ?? '';
    expect((await fetch(`${platform.url}/npm/${name}`)).status).toBe(404);
    const listed = JSON.parse((await npm('stage', 'list', name, '--json')).stdout) as object[];
    expect(listed).toMatchObject([
      { id, packageName: name, version: '1.0.0', tag: 'latest', actor: author.username },
    ]);
    expect((await npm('stage', 'view', id)).stdout).toContain(name);
    expect((await npm('stage', 'download', id)).stdout).toContain(`${name}-1.0.0-${id}.tgz`);
    await npm('stage', 'approve', id);
    expect(await view(name, 'version')).toBe('1.0.0');
  });

  test('a rejected version was never there', async () => {
    const name = uniqueName('rejected');
    await home.write('rejected', library(name, '1.0.0'));
    const { stdout, stderr } = await home.must(client, 'rejected', 'stage', 'publish');
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout + stderr)?.[0] ?? '';

    await npm('stage', 'reject', id);

    expect((await home.run(client, '.', 'stage', 'view', id)).code).not.toBe(0);
    await home.must(client, 'rejected', 'publish');
    expect(await view(name, 'version')).toBe('1.0.0');
  });

  test('a monorepo of 50 packages that need each other goes in at once', async () => {
    const scope = `@${author.username}`;
    const stem = uniqueName('mono');
    const names = Array.from({ length: 50 }, (_, index) => `${scope}/${stem}-${index}`);
    await home.write('mono', {
      'package.json': { name: stem, version: '1.0.0', private: true, workspaces: ['packages/*'] },
    });
    for (const [index, name] of names.entries()) {
      const dependencies = index === 0 ? {} : { [String(names[index - 1])]: '^1.0.0' };
      await home.write(`mono/packages/${index}`, library(name, '1.0.0', { dependencies }));
    }

    await home.must(client, 'mono', 'publish', '--workspaces', '--access', 'public');

    const fresh = await newHome();
    await fresh.write('consumer', consumer({ [names.at(-1) ?? '']: '1' }));
    const installed = await fresh.must(client, 'consumer', 'install');
    expect(installed.stdout).toContain('added 50 packages');
  });

  test('a tarball of 10 MB arrives whole', async () => {
    const name = uniqueName('large');
    const project = 'large';
    await home.write(project, library(name, '1.0.0'));
    await home.write(project, { 'data.txt': randomBytes(7_500_000).toString('base64') });
    await home.must(client, project, 'publish');

    const fresh = await newHome();
    await fresh.write('consumer', consumer({ [name]: '1.0.0' }));

    expect(await fresh.must(client, 'consumer', 'install')).toMatchObject({ code: 0 });
  });

  test('a yanked version keeps its installs, loses its tag and says why', async () => {
    const name = uniqueName('yanked');
    await publish(name, '1.0.0');
    await publish(name, '1.1.0');
    const yank = await fetch(`${platform.url}/v1/packages/npm/${name}/releases/1.1.0/yank`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'it deletes files' }),
    });
    expect(yank.ok).toBe(true);

    expect(await view(name, 'dist-tags')).toEqual({ latest: '1.0.0' });
    const fresh = await newHome();
    await fresh.write('consumer', consumer({ [name]: '1.1.0' }));
    expect((await fresh.must(client, 'consumer', 'install')).stderr).toContain('it deletes files');
  });
});
