import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type GemProject, writeGemProject } from './gem-project.ts';
import { cannotRun, createWorkspace, type Workspace } from './ruby.ts';

describe.skipIf(cannotRun)('gem and Bundler', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let source: string;
  const newName = () => uniqueName('probe').toLowerCase();

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
    source = `${platform.url}/rubygems`;
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  /** Builds the gem. Returns its file name. */
  async function build(project: GemProject): Promise<string> {
    const folder = await writeGemProject(workspace, project);
    const built = await workspace.run('gem', ['build', '-C', folder, `${project.name}.gemspec`]);
    expect(built, built.output).toMatchObject({ code: 0 });
    const file = /File: (\S+\.gem)/.exec(built.output)?.[1] ?? '';
    return `${folder}/${file}`;
  }

  const push = (file: string, token = author.token) =>
    workspace.run('gem', ['push', file, '--host', source], { GEM_HOST_API_KEY: token });

  async function publish(draft: GemProject): Promise<void> {
    const pushed = await push(await build(draft));
    expect(pushed, pushed.output).toMatchObject({ code: 0 });
  }

  const install = (into: string, ...args: string[]) =>
    workspace.run('gem', ['install', '--no-document', '--clear-sources', '--source', `${source}/`, ...args], {
      GEM_HOME: `${workspace.folder}/${into}`,
    });

  test('gem pushes, installs with dependencies, lists, fetches and shows', async () => {
    const [library, user] = [newName(), newName()];
    await publish({ name: library, version: '1.0.0' });
    await publish({ name: library, version: '1.1.0' });
    await publish({ name: library, version: '2.0.0.rc1' });
    await publish({ name: user, version: '0.1.0', more: `s.add_dependency "${library}", ">= 1", "< 2"` });

    const again = await push(await build({ name: library, version: '1.0.0' }));
    const installed = await install('one', user);
    const listed = await workspace.run('gem', [
      'list',
      '-r',
      '--all',
      '--clear-sources',
      '--source',
      `${source}/`,
      library,
    ]);
    const preview = await workspace.run('gem', [
      'list',
      '-r',
      '--prerelease',
      '--all',
      '--clear-sources',
      '--source',
      `${source}/`,
      library,
    ]);
    const fetched = await workspace.run('gem', [
      'fetch',
      library,
      '--clear-sources',
      '--source',
      `${source}/`,
    ]);
    const shown = await workspace.run('gem', [
      'specification',
      '-r',
      library,
      '--version',
      '1.1.0',
      '--clear-sources',
      '--source',
      `${source}/`,
    ]);

    expect([again.code, again.output]).toEqual([
      1,
      expect.stringContaining('Repushing of gem versions is not allowed'),
    ]);
    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(installed.output).toContain(`Successfully installed ${library}-1.1.0`);
    expect(installed.output).toContain(`Successfully installed ${user}-0.1.0`);
    expect(listed.output).toContain(`${library} (1.1.0, 1.0.0)`);
    expect(preview.output).toContain('2.0.0.rc1');
    expect(fetched.output).toContain(`Downloaded ${library}-1.1.0`);
    expect(shown, shown.output).toMatchObject({ code: 0 });
    expect(shown.output).toContain('summary: A probe');
    expect(shown.output).toContain('alice@registry.test');
  }, 240_000);

  test('Bundler installs, updates from what it has, and sees a yank', async () => {
    const [library, user] = [newName(), newName()];
    await publish({ name: library, version: '1.0.0' });
    await publish({ name: user, version: '0.1.0', more: `s.add_dependency "${library}", "~> 1.0"` });
    await workspace.write('app/Gemfile', `source "${source}"\ngem "${user}"\n`);
    const bundle = (...args: string[]) =>
      workspace.run('bundle', args, { BUNDLE_GEMFILE: `${workspace.folder}/app/Gemfile` });

    const installed = await bundle('install');
    const ran = await bundle('exec', 'ruby', '-e', `require "${library}"; puts PROBE`);
    await publish({ name: library, version: '1.2.0' });
    const updated = await bundle('update');
    const second = await bundle('exec', 'ruby', '-e', `require "${library}"; puts PROBE`);
    const yanked = await workspace.run('gem', ['yank', library, '--version', '1.2.0', '--host', source], {
      GEM_HOST_API_KEY: author.token,
    });
    // Bundler 2.3 never goes below a locked version, so the lock file goes before the next resolution
    await workspace.run('rm', ['-rf', 'bundle', 'app/Gemfile.lock']);
    const after = await bundle('install');
    const third = await bundle('exec', 'ruby', '-e', `require "${library}"; puts PROBE`);

    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(ran.output).toContain(`${library} 1.0.0`);
    expect(updated, updated.output).toMatchObject({ code: 0 });
    expect(second.output).toContain(`${library} 1.2.0`);
    expect(yanked, yanked.output).toMatchObject({ code: 0 });
    expect(yanked.output).toContain('Successfully deleted gem');
    expect(after, after.output).toMatchObject({ code: 0 });
    expect(third.output).toContain(`${library} 1.0.0`);
  }, 240_000);

  test('a gem for another platform is left alone', async () => {
    const name = newName();
    await publish({ name, version: '1.0.0' });
    await publish({ name, version: '1.1.0', more: 's.platform = "java"' });
    await publish({ name, version: '1.0.1', more: 's.platform = Gem::Platform.local' });

    const installed = await install('two', name);
    const java = await install('three', name, '--platform', 'java');

    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(installed.output).toMatch(new RegExp(`Successfully installed ${name}-1\\.0\\.1-\\S+linux`));
    expect(java.output).toContain(`Successfully installed ${name}-1.1.0-java`);
  }, 240_000);

  test('gem adds and lists owners, and takes one away', async () => {
    const name = newName();
    const friend = await platform.createUser();
    await publish({ name, version: '1.0.0' });
    const owner = (...args: string[]) =>
      workspace.run('gem', ['owner', name, ...args, '--host', source], { GEM_HOST_API_KEY: author.token });

    const added = await owner('--add', friend.username);
    const theirs = await push(await build({ name, version: '1.1.0' }), friend.token);
    const removed = await owner('--remove', friend.username);

    expect(added.output).toContain('Owner added successfully.');
    expect(added.output).toContain(`- ${friend.username}`);
    expect(theirs, theirs.output).toMatchObject({ code: 0 });
    expect(removed.output).toContain('Owner removed successfully.');
    expect(removed.output).not.toContain(`- ${friend.username}`);
  }, 240_000);

  test('a private gem is for those with a token, and refusals are in words', async () => {
    const name = newName();
    const file = await build({ name, version: '1.0.0' });
    expect((await push(file)).code).toBe(0);
    const hide = async (path: string) => {
      const { status } = await fetch(`${platform.url}/v1/${path}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ visibility: 'private' }),
      });
      return status;
    };
    // the index of a repository has only packages that all readers of the repository see
    const hidden = [await hide(`packages/rubygems/${name}`), await hide(`repositories/${author.username}`)];
    const own = `${source}/r/${author.username}`;
    await workspace.write('private/Gemfile', `source "${own}"\ngem "${name}"\n`);
    const bundle = (environment: Record<string, string>, path: string) =>
      workspace.run('bundle', ['install'], {
        BUNDLE_GEMFILE: `${workspace.folder}/private/Gemfile`,
        BUNDLE_PATH: `${workspace.folder}/${path}`,
        ...environment,
      });

    const known = await bundle({ BUNDLE_127__0__0__1: `${author.token}:` }, 'known');
    await workspace.run('rm', ['-rf', 'private/Gemfile.lock', '.bundle', 'bundler']);
    const anonymous = await bundle({}, 'missing');
    const wrong = await push(file, `pub_${'0'.repeat(64)}`);

    expect(hidden).toEqual([200, 200]);
    expect([anonymous.code, anonymous.output]).toEqual([
      expect.any(Number),
      expect.stringContaining('Authentication is required'),
    ]);
    expect(known, known.output).toMatchObject({ code: 0 });
    expect(wrong.code).toBe(1);
  }, 240_000);
});
