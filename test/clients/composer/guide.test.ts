import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestOf } from '../../../ecosystems/composer/fixtures/dist.ts';
import { publishDist } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { readAs } from '../guides/run-guide.ts';
import { cannotRun, createWorkspace, type Workspace } from './php.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

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
    const words = [
      ['http://127.0.0.1:8080', platform.url],
      ['pub_…', author.token],
      ['acme/', `${vendor}/`],
    ] as const;
    const reader = await readAs('composer', words, {
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_NO_INTERACTION: '1',
    });
    await reader.write('library/composer.json', manifestOf({ name: `${vendor}/probe` }));
    // Composer may ask no other registry
    await reader.write('project/composer.json', '{"repositories": {"packagist.org": false}}');
    const commit = 'git -c user.name=A -c user.email=a@example.com commit -q -m one';

    const ran = await reader.follow({
      folders: [
        [/^composer/, 'project'],
        [/^git|^curl/, 'library'],
      ],
      before: [[/^git archive/, `git init -q && git add . && ${commit} && git tag v1.0.0`]],
      leftOut: [[/\/imports/, 'the repository that is imported has a public address']],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const lock = await readFile(join(reader.folder, 'project/composer.lock'), 'utf8');
    expect(lock).toContain(`"name": "${vendor}/probe"`);
    expect(ran.output).toContain('"ok":true');
    const left = await fetch(`${platform.url}/composer/p/${vendor}/probe.json`);
    expect(await left.text()).not.toContain('"version"');
    await reader.remove();
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
