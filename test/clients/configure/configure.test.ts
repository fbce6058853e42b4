import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

const root = join(import.meta.dirname, '../../..');
let platform: Platform;
let user: TestUser;
let home: string;
beforeAll(async () => {
  platform = await startPlatform();
  user = await platform.createUser();
  home = await mkdtemp(join(tmpdir(), 'rookery-home-'));
});
afterAll(async () => {
  await rm(home, { recursive: true });
  await platform?.stop();
});

const run = (command: string, args: string[]) =>
  new Promise<{ code: number; output: string; stdout: string }>((resolve) => {
    const env = { ...process.env, HOME: home };
    execFile(command, args, { env, cwd: home }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr, stdout });
    });
  });
const configure = (client: string, ...more: string[]) =>
  run(process.execPath, [
    join(root, 'cli/main.ts'),
    'configure',
    client,
    '--url',
    platform.url,
    '--token',
    user.token,
    '--home',
    home,
    ...more,
  ]);

it('npm and curl are who the token says, once they are configured', async () => {
  const npm = await configure('npm', '--yes');
  expect(npm, npm.output).toMatchObject({ code: 0 });
  expect(npm.output).not.toContain('+ registry=');
  expect(npm.output).toContain('public registry');
  expect(npm.output).not.toContain(user.token);
  expect((await configure('netrc', '--yes')).code).toBe(0);

  const whoami = await run('npm', ['whoami', '--registry', `${platform.url}/npm/`]);
  const usual = await run('npm', ['config', 'get', 'registry']);
  const me = await run('curl', [
    '-s',
    '-n',
    `${platform.url}/maven/r/unknown/`,
    '-o',
    '/dev/null',
    '-w',
    '%{http_code}',
  ]);

  expect(whoami.stdout.trim()).toBe(user.username);
  expect(usual.stdout).not.toContain(platform.url);
  // an unknown credential would be 401
  expect(me.output).toBe('404');
  expect((await configure('npm')).output).toContain('npm is configured already');
  const scoped = await configure('npm', '--yes', '--scope', '@acme');
  expect(scoped, scoped.output).toMatchObject({ code: 0 });
  expect((await run('npm', ['config', 'get', '@acme:registry'])).stdout.trim()).toBe(`${platform.url}/npm/`);
  expect(await configure('npm', '--yes', '--scope', '@a b"')).toMatchObject({ code: 2 });
});

it('no question without a terminal, and nonsense is refused', async () => {
  expect(await configure('cargo')).toMatchObject({ code: 2, output: expect.stringContaining('--yes') });
  expect(await configure('apt', '--yes')).toMatchObject({
    code: 2,
    output: expect.stringContaining('cargo'),
  });
  expect(await configure('npm', '--token', 'secret')).toMatchObject({ code: 2 });
});
