import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { findTool, isSkipped } from '../../support/tool.ts';
import { cannotRun, createWorkspace, type Workspace } from './ruby.ts';

const lacksTerminal = isSkipped(findTool('script'), 'script is not installed');

describe.skipIf(cannotRun || lacksTerminal)('a person with gem', () => {
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

  /** Writes a gem into the client's folder. Returns its file name. */
  async function gemFile(name: string, version = '1.0.0'): Promise<string> {
    await workspace.write(`${name}-${version}.gem`, await buildGem({ name, version }));
    return `${name}-${version}.gem`;
  }

  async function publish(name: string, version: string): Promise<void> {
    expect((await gemsClient(platform.url, author.token).pushGem({ name, version }))[0]).toBe(200);
  }

  /** Types name, password, name of the key, and a `y` or `n` for each of seven rights. */
  const signIn = ({ username, password }: TestUser, rights: string, code = '') =>
    workspace.run(
      'script',
      ['-qefc', 'gem signin', '/dev/null'],
      // with `--host`, RubyGems 3.3 sends some of its requests to rubygems.org
      { RUBYGEMS_HOST: source, ...(code === '' ? {} : { GEM_HOST_OTP_CODE: code }) },
      `${username}\n${password}\nlaptop\n${[...rights].join('\n')}\n`,
    );

  async function withSecondFactor(): Promise<{ user: TestUser; nextCode: () => string }> {
    const user = await platform.createUser();
    const post = (path: string, body: object) =>
      fetch(`${platform.url}/v1/auth/mfa/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.session}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const { secret } = (await (await post('setup', {})).json()) as { secret: string };
    let periods = -1;
    const nextCode = () => {
      const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + periods * 30 });
      periods += 1;
      return code;
    };
    expect((await post('verify-setup', { code: nextCode() })).status).toBe(200);
    return { user, nextCode };
  }

  test('signs in, pushes with the key, and can not do what the key may not', async () => {
    const name = newName();

    // index, push, yank, add owner, remove owner, web hooks, dashboard
    const signedIn = await signIn(author, 'nynnnnn');
    const pushed = await workspace.run('gem', ['push', await gemFile(name), '--host', source]);
    const yanked = await workspace.run('gem', ['yank', name, '--version', '1.0.0', '--host', source]);
    await workspace.run('gem', ['signout']);

    expect(signedIn, signedIn.output).toMatchObject({ code: 0 });
    expect(signedIn.output).toContain('Signed in with API key: laptop');
    expect(pushed, pushed.output).toMatchObject({ code: 0 });
    expect(yanked.output).toContain("doesn't have access");
  }, 240_000);

  test('signs in with a second factor, which a wrong code does not replace', async () => {
    const { user, nextCode } = await withSecondFactor();
    const name = newName();

    const wrong = await signIn(user, 'nynnnnn', '000000');
    const signedIn = await signIn(user, 'nynnnnn', nextCode());
    const pushed = await workspace.run('gem', ['push', await gemFile(name), '--host', source]);
    await workspace.run('gem', ['signout']);

    expect(wrong.output).not.toContain('Signed in');
    expect(signedIn.output).toContain('Signed in with API key: laptop');
    expect(pushed, pushed.output).toMatchObject({ code: 0 });
  }, 240_000);

  test('searches, shows, is told what is outdated, and updates', async () => {
    const name = newName();
    const from = ['--clear-sources', '--source', `${source}/`];
    await publish(name, '1.0.0');
    const installed = await workspace.run('gem', ['install', '--no-document', ...from, name]);
    await publish(name, '1.1.0');

    const found = await workspace.run('gem', ['search', `^${name}$`, ...from]);
    const shown = await workspace.run('gem', ['info', '-r', name, ...from]);
    const outdated = await workspace.run('gem', ['outdated', ...from]);
    const updated = await workspace.run('gem', ['update', '--no-document', ...from, name]);
    const again = await workspace.run('gem', ['outdated', ...from]);

    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(found.output).toContain(`${name} (1.1.0)`);
    expect(shown.output).toContain('Author: Alice');
    expect(shown.output).toContain('A probe');
    expect(outdated.output).toContain(`${name} (1.0.0 < 1.1.0)`);
    expect(updated.output).toContain(`Gems updated: ${name}`);
    expect(again.output).not.toContain(name);
  }, 240_000);

  test('lets Bundler say what is outdated, with a credential from the environment', async () => {
    const name = newName();
    await publish(name, '1.0.0');
    await workspace.write('outdated/Gemfile', `source "${source}"\ngem "${name}"\n`);
    const bundle = (...args: string[]) =>
      workspace.run('bundle', args, {
        BUNDLE_GEMFILE: `${workspace.folder}/outdated/Gemfile`,
        BUNDLE_127__0__0__1: `${author.token}:`,
      });

    const installed = await bundle('install');
    const before = await bundle('outdated');
    await publish(name, '1.1.0');
    const after = await bundle('outdated');

    expect(installed, installed.output).toMatchObject({ code: 0 });
    expect(before, before.output).toMatchObject({ code: 0, output: expect.stringContaining('up to date') });
    expect(after.code).not.toBe(0);
    expect(after.output).toMatch(new RegExp(`${name}\\s+1\\.0\\.0\\s+1\\.1\\.0`));
  }, 240_000);
});
