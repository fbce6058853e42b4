import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devicePage } from '../../support/device-login.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

const root = join(import.meta.dirname, '../../..');
let platform: Platform;
let user: TestUser;
let home: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  platform = await startPlatform();
  user = await platform.createUser();
  home = await mkdtemp(join(tmpdir(), 'rookery-login-'));
  env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ROOKERY_URL: platform.url };
});
afterAll(async () => {
  await rm(home, { recursive: true });
  await platform?.stop();
});

const rookery = [join(root, 'cli/main.ts')];
const file = () => join(home, 'config', 'rookery', 'credentials.json');

const run = (command: string, args: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { env, cwd: home }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
const cli = (...args: string[]) => run(process.execPath, [...rookery, ...args]);

/** Reads the code that the command prints and decides in a browser, as a person does. */
async function logIn(decision: 'approve' | 'deny', ...args: string[]) {
  const child = spawn(process.execPath, [...rookery, 'login', '--no-browser', ...args], { env, cwd: home });
  let [output, isDecided] = ['', false];
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const code = /user_code=([A-Z-]{9})/.exec(output)?.[1];
    if (code === undefined || isDecided) continue;
    isDecided = true;
    const { username, password } = user;
    const page = devicePage(platform.url);
    expect((await page.submit({ user_code: code, decision, username, password })).status).toBe(303);
  }
  return { code: await ended, output };
}

it('a person logs in, is who they are, and logs out', async () => {
  const login = await logIn('approve');
  const stored = await readFile(file(), 'utf8');
  const { token } = (JSON.parse(stored) as { registries: Record<string, { token: string }> }).registries[
    platform.url
  ] ?? { token: '' };
  const mode = (await stat(file())).mode & 0o777;
  const whoami = await cli('whoami');
  const npm = await cli('configure', 'npm', '--home', home, '--yes');
  const npmWhoami = await run('npm', ['whoami', '--registry', `${platform.url}/npm/`]);
  const logout = await cli('logout');

  expect(login, login.output).toMatchObject({ code: 0 });
  expect(login.output).toContain(`Logged in at ${platform.url} as ${user.username}.`);
  expect(login.output).not.toContain('pub_');
  expect(token).toMatch(/^pub_/);
  expect(mode).toBe(0o600);
  expect(whoami).toMatchObject({ code: 0, stdout: `${user.username}\n` });
  expect([npm.code, npmWhoami.stdout.trim()], npm.stderr).toEqual([0, user.username]);
  expect(logout, logout.stderr).toMatchObject({ code: 0 });
  const me = await fetch(`${platform.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } });
  expect(me.status).toBe(401);
  expect(await readFile(file(), 'utf8')).not.toContain('pub_');
  expect((await cli('whoami')).stderr).toContain('no user is logged in');
  expect(await cli('configure', 'cargo', '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no user is logged in'),
  });
});

it('a log-in that may make tokens gives the clients of each ecosystem one of their own', async () => {
  const login = await logIn('approve', '--scopes', 'tokens:read,tokens:write,packages:write');
  const configured = await cli('configure', 'cargo', 'maven', 'gradle', '--home', home, '--yes');

  const tokenIn = async (...path: string[]) =>
    /pub_[0-9a-f]+/.exec(await readFile(join(home, ...path), 'utf8'))?.[0] ?? '';
  const cargo = await tokenIn('.cargo', 'credentials.toml');
  const maven = await tokenIn('.m2', 'settings.xml');
  const gradle = await tokenIn('.gradle', 'gradle.properties');
  const headers = { authorization: `Bearer ${user.session}` };
  const listed = (await (await fetch(`${platform.url}/v1/tokens`, { headers })).json()) as {
    tokens: { name: string; hint: string; scopes: string[]; binding: { ecosystem: string } | null }[];
  };
  const madeOf = (token: string) => listed.tokens.find(({ hint }) => token.startsWith(`pub_${hint}`));
  expect([login.code, configured.code], login.output + configured.stderr).toEqual([0, 0]);
  expect(configured.stdout).toContain('cargo is configured\nmaven is configured\ngradle is configured\n');
  expect(gradle).toBe(maven);
  for (const token of [cargo, maven]) expect(await readFile(file(), 'utf8')).not.toContain(token);
  expect(madeOf(cargo)).toMatchObject({
    name: expect.stringMatching(/^cargo on /),
    scopes: ['packages:write'],
    binding: { ecosystem: 'cargo' },
  });
  expect(madeOf(maven)).toMatchObject({
    name: expect.stringMatching(/^maven, gradle on /),
    binding: { ecosystem: 'maven' },
  });
});

it('a no is a no', async () => {
  const denied = await logIn('deny', '--url', platform.url);

  expect(denied).toMatchObject({ code: 1, output: expect.stringContaining('the log-in was denied') });
});
