import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestOf } from '../../../ecosystems/composer/fixtures/dist.ts';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { readGuide } from '../../support/guide.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, type Workspace } from './php.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The lines that the guide shows, with what is of the reader in its place. */
async function linesOf(guide: string, words: Readonly<Record<string, string>>): Promise<string[]> {
  const { blocks } = await readGuide(guide);
  let lines = blocks.join('').replaceAll('\\\n', ' ');
  for (const [word, own] of Object.entries(words)) lines = lines.replaceAll(word, own);
  return lines.split('\n').filter((line) => line.trim() !== '');
}

describe.skipIf(cannotRun)('the guide to Composer', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  test('says what publishes, installs and yanks a package', async () => {
    const vendor = uniqueName('v').toLowerCase();
    const lines = await linesOf('composer', {
      'http://127.0.0.1:8080': platform.url,
      'pub_…': author.token,
      'acme/': `${vendor}/`,
    });
    await workspace.write('library/composer.json', manifestOf({ name: `${vendor}/probe` }));
    await workspace.write('project/composer.json', '{}');
    // nobody is asked but us
    await workspace.composer('project', 'config', 'repositories.packagist.org', 'false');
    const env = {
      PATH: process.env['PATH'],
      HOME: workspace.folder,
      COMPOSER_HOME: join(workspace.folder, 'home'),
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_NO_INTERACTION: '1',
      GIT_AUTHOR_NAME: 'Somebody',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'Somebody',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const shell = (folder: string, line: string) =>
      run('/bin/sh', ['-e', '-c', line], { cwd: join(workspace.folder, folder), env, timeout: 120_000 });
    await shell('library', 'git init -q && git add . && git commit -q -m one && git tag v1.0.0');

    const ran: string[] = [];
    for (const line of lines) {
      // the repository that is imported stands for anybody's, and is nowhere
      if (line.includes('/imports')) continue;
      const folder = line.startsWith('composer') ? 'project' : 'library';
      ran.push(`${line.split(' ', 2).join(' ')}: ${(await shell(folder, line)).stdout}`);
    }

    const lock = await workspace.read('project/composer.lock');
    expect(ran.length).toBeGreaterThanOrEqual(6);
    expect(lock).toContain(`"name": "${vendor}/probe"`);
    expect(ran.at(-1)).toContain('"ok":true');
    const left = await fetch(`${platform.url}/composer/p/${vendor}/probe.json`);
    expect(await left.text()).not.toContain('"version"');
  }, 240_000);

  test('says how a client is configured for private packages, and it is', async () => {
    const owner = await platform.createUser();
    const name = `${uniqueName('v').toLowerCase()}/probe`;
    expect((await publishDist(platform, owner, { name, version: '1.0.0' })).status).toBe(201);
    const hidden = await fetch(`${platform.url}/v1/repositories/${owner.username}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    expect(hidden.status).toBe(200);
    const env = {
      PATH: process.env['PATH'],
      HOME: workspace.folder,
      XDG_CONFIG_HOME: join(workspace.folder, '.config'),
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_NO_INTERACTION: '1',
    };
    const options = ['--url', platform.url, '--token', owner.token, '--home', workspace.folder, '--yes'];
    const configure = [join(root, 'cli/main.ts'), 'configure', 'composer', ...options];
    const configured = await run(process.execPath, configure, { env, cwd: workspace.folder });
    await workspace.write(
      'private/composer.json',
      JSON.stringify({
        require: { [name]: '*' },
        repositories: [
          { type: 'composer', url: `${platform.url}/composer/r/${owner.username}` },
          { 'packagist.org': false },
        ],
      }),
    );

    const cwd = join(workspace.folder, 'private');
    await run('composer', ['update', '--no-ansi'], { cwd, env, timeout: 120_000 });

    expect(configured.stdout).not.toContain(owner.token);
    expect(await workspace.read('private/composer.lock')).toContain(`"name": "${name}"`);
  }, 240_000);
});
