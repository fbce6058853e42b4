import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { buildProject } from './project.ts';
import { cannotRun, createWorkspace, type Workspace } from './python.ts';

describe.skipIf(cannotRun)('pip, uv and twine', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let index: string;
  const newName = () => uniqueName('probe').toLowerCase();

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
    index = `${platform.url}/pypi/simple/`;
  });
  afterAll(async () => {
    await workspace.remove();
    await platform.stop();
  });

  const build = (name: string, version: string, dependencies: readonly string[] = []) =>
    buildProject(workspace, name, version, dependencies);

  const twine = (folder: string, ...more: string[]) =>
    workspace.tool('twine', [
      'upload',
      '--non-interactive',
      '--disable-progress-bar',
      '--repository-url',
      `${platform.url}/pypi/legacy/`,
      '-u',
      '__token__',
      '-p',
      author.token,
      ...more,
      `${workspace.folder}/${folder}/dist/${folder.replaceAll(/-(?=.*-)/g, '_')}-py3-none-any.whl`,
      `${workspace.folder}/${folder}/dist/${folder.replaceAll(/-(?=.*-)/g, '_')}.tar.gz`,
    ]);

  const pip = (target: string, ...args: string[]) =>
    workspace.tool('pip', ['install', '--target', target, '--index-url', index, '--no-cache-dir', ...args]);

  test('twine uploads a wheel and its source, pip installs both, and twine skips what is there', async () => {
    const name = newName();
    const folder = await build(name, '1.0.0');

    const uploaded = await twine(folder);
    const again = await twine(folder);
    const installed = await pip('one', name);
    const fromSource = await pip('two', '--no-binary', ':all:', '--no-build-isolation', `${name}==1.0`);

    expect(uploaded, uploaded.output).toMatchObject({ code: 0 });
    expect(again, again.output).toMatchObject({ code: 0 });
    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(installed.output).toContain(`Successfully installed ${name}-1.0.0`);
    expect(fromSource, fromSource.output).toMatchObject({ code: 0 });
  }, 180_000);

  test('uv publishes, resolves from metadata, and minds a date', async () => {
    const [library, user] = [newName(), newName()];
    const old = await build(library, '1.0.0');
    await twine(old);
    const between = new Date(Date.now() + 1_000).toISOString();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const recent = await build(library, '1.1.0');
    const published = await workspace.tool(
      'uv',
      [
        'publish',
        '--publish-url',
        `${platform.url}/pypi/legacy/`,
        '--token',
        author.token,
        `${recent}/dist/*`,
      ],
      { UV_HTTP_TIMEOUT: '30' },
    );
    await twine(await build(user, '2.0.0', [`${library}>=1`]));
    await workspace.write('requirements.in', `${user}\n`);

    const compile = (...args: string[]) =>
      workspace.tool('uv', [
        'pip',
        'compile',
        '--no-cache',
        '--index-url',
        index,
        ...args,
        'requirements.in',
      ]);
    const resolved = await compile();
    const pinned = await workspace.tool('uv', [
      'pip',
      'install',
      '--no-cache',
      '--target',
      'three',
      '--index-url',
      index,
      '--exclude-newer',
      between,
      library,
    ]);

    const older = await pip('six', '--uploaded-prior-to', between, library);

    expect(older, older.output).toMatchObject({ code: 0 });
    expect(older.output).toContain(`Successfully installed ${library}-1.0.0`);
    expect(published, published.output).toMatchObject({ code: 0 });
    expect(resolved, resolved.output).toMatchObject({ code: 0 });
    expect(resolved.output).toContain(`${library}==1.1.0`);
    expect(pinned, pinned.output).toMatchObject({ code: 0 });
    expect(pinned.output).toContain(`${library}==1.0.0`);
  }, 180_000);

  test('a private project is for those with a token, and refusals are in words', async () => {
    const name = newName();
    const folder = await build(name, '1.0.0');
    expect((await twine(folder)).code).toBe(0);
    const hidden = await fetch(`${platform.url}/v1/packages/pypi/${name}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    const secret = index.replace('http://', `http://__token__:${author.token}@`);

    const anonymous = await pip('four', name);
    const known = await workspace.tool('pip', [
      'install',
      '--no-cache-dir',
      '--target',
      'five',
      '--index-url',
      secret,
      name,
    ]);
    const wrong = await workspace.tool('twine', [
      'upload',
      '--non-interactive',
      '--repository-url',
      `${platform.url}/pypi/legacy/`,
      '-u',
      '__token__',
      '-p',
      `pub_${'0'.repeat(64)}`,
      `${workspace.folder}/${folder}/dist/${folder.replaceAll(/-(?=.*-)/g, '_')}.tar.gz`,
    ]);

    expect(hidden.status).toBe(200);
    expect(anonymous.code).toBe(1);
    expect(known, known.output).toMatchObject({ code: 0 });
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('403')]);
  }, 180_000);
});
