import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../support/cargo.ts';
import { makeCrate, makeSuspiciousCrate, uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { resolveFindings } from '../support/decide.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';

const root = join(import.meta.dirname, '../..');
let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform();
});
afterAll(() => platform?.stop());

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the tool itself; `cli/admin-command.ts` maps commands to tools. */
const run = (file: string, ...args: string[]) =>
  new Promise<Ran>((resolve) => {
    const env = { ...process.env, ...platform.environment, DATABASE_URL: platform.databaseUrl };
    execFile(process.execPath, [join(root, 'admin', file), ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
const people = (...args: string[]) => run('people.ts', ...args);
const findings = (...args: string[]) => run('findings.ts', ...args);
const held = (...args: string[]) => run('held-releases.ts', ...args);

const me = async (token: string) =>
  (await fetch(`${platform.url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('an administrator', () => {
  it('is made with a password that is printed once and nowhere else', async () => {
    const made = await run('create-admin.ts', 'create', 'root', '--generate-password');
    const [, password = ''] =
      /^root is a platform administrator\npassword: (\S{24})\n$/.exec(made.stdout) ?? [];

    const answer = await fetch(`${platform.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username_or_email: 'root', password }),
    });

    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(answer.status).toBe(200);
    const both = ['--generate-password', '--password-file', '/nowhere'];
    expect(await run('create-admin.ts', 'create', 'root', ...both)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('choose one'),
    });
    expect((await people('demote', 'root')).code).toBe(0);
  });
});

/** Less than the five seconds after which a process queries the database by itself. */
const noticedMs = 3_000;

describe('people', () => {
  it('are locked out on every surface as soon as processes are notified, and let in again', async () => {
    const user = await platform.createUser();
    expect(await me(user.token)).toBe(200);

    expect(await people('deactivate', user.username)).toMatchObject({
      code: 0,
      stdout: `${user.username}: deactivated, no administrator, without a second factor\n`,
    });

    await eventually(async () => expect(await me(user.token)).toBe(401), { withinMs: noticedMs });
    expect(await me(user.session)).toBe(401);
    expect(
      (await publishCrate(platform, await makeCrate({ name: uniqueName('no') }), user.token)).status,
    ).toBe(401);
    expect((await people('activate', user.username)).code).toBe(0);
    const credentials = { username_or_email: user.username, password: user.password };
    const login = await fetch(`${platform.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    expect(login.status).toBe(200);
    // the earlier sessions and tokens stay revoked
    expect(await me(user.session)).toBe(401);
    expect(await me(user.token)).toBe(401);
  });

  it('become administrators and stop being it, but not the last one', async () => {
    const user = await platform.createUser();

    expect((await people('promote', user.username)).stdout).toContain('platform administrator');
    expect((await people('demote', user.username, '--as', user.username)).stdout).toContain(
      'no administrator',
    );
    expect(await people('demote', 'admin')).toMatchObject({
      code: 1,
      stderr: 'rookery: admin is the last administrator of the platform\nNext: bin/rookery admin --help\n',
    });
    expect(await people('promote', user.username, '--as', user.username)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is no active platform administrator'),
    });
  });

  it('are exported without secrets, and erased but for what others depend on', async () => {
    const user = await platform.createUser();
    const crate = await makeCrate({ name: uniqueName('left') });
    await publishCrate(platform, crate, user.token);

    const { stdout } = await people('export-person', user.username);
    const data = JSON.parse(stdout);
    expect(Object.keys(data)).toEqual([
      'account',
      'sessions',
      'login_places',
      'mails',
      'tokens',
      'webhooks',
      'organizations',
      'invitations',
      'repositories',
      'releases',
      'audit_log',
    ]);
    expect(data.releases).toMatchObject([{ ecosystem: 'cargo', name: crate.name }]);
    expect(stdout).not.toMatch(/argon2|password_hash|token_hash/);

    expect(await people('erase-person', user.username)).toMatchObject({ code: 2 });
    expect((await people('erase-person', user.username, '--yes')).code).toBe(0);

    await eventually(async () => expect(await me(user.token)).toBe(401), { withinMs: noticedMs });
    const after = JSON.parse((await people('export-person', user.username)).stdout);
    expect(after.account).toMatchObject([{ is_active: false, display_name: null }]);
    expect(after.account[0].email).toMatch(/@deleted\.invalid$/);
    expect([after.sessions, after.tokens]).toEqual([[], []]);
    const name = crate.name.toLowerCase();
    const index = await fetch(`${platform.url}/cargo/index/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`);
    expect(index.status).toBe(200);
    // the name stays reserved
    const again = await fetch(`${platform.url}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: user.username,
        email: 'new@example.com',
        password: 'a fresh passphrase',
      }),
    });
    expect(again.status).toBe(409);
  });

  it('are exported in little memory, whatever they have done', async () => {
    const user = await platform.createUser();
    const rows = 50_000;
    await query(
      platform.databaseUrl,
      `insert into audit_log (id, action, actor_user_id, metadata)
       select gen_random_uuid(), 'login', users.id, jsonb_build_object('text', repeat('x', 2000))
       from users, generate_series(1, ${rows}) where users.username = $1`,
      [user.username],
    );
    const env = { ...process.env, ...platform.environment, DATABASE_URL: platform.databaseUrl };
    // a heap that is smaller than the answer
    const args = ['--max-old-space-size=64', join(root, 'admin/people.ts'), 'export-person', user.username];

    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let entries = 0;
    for await (const line of createInterface(child.stdout))
      if (line.includes('"action": "login"')) entries += 1;

    expect([(await ended)[0], entries >= rows]).toEqual([0, true]);
  });

  it.each([
    ['an unknown user', ['deactivate', 'missing-user'], 1, 'user not found'],
    ['no name', ['deactivate'], 2, 'takes one user name'],
    ['an unknown option', ['deactivate', 'x', '--force'], 2, '--force'],
  ])('%s is answered in one sentence', async (_what, args, code, words) => {
    const ran = await people(...args);

    expect(ran.code).toBe(code);
    expect(ran.stderr).toContain(words);
    expect(ran.stderr).not.toContain('    at ');
  });
});

describe('held releases', () => {
  it('are listed, let through and thrown away', async () => {
    const [good, bad, cleared] = [
      await makeSuspiciousCrate({ name: uniqueName('held') }),
      await makeSuspiciousCrate({ name: uniqueName('held') }),
      await makeSuspiciousCrate({ name: uniqueName('held') }),
    ];
    for (const crate of [good, bad, cleared]) expect((await publishCrate(platform, crate)).status).toBe(202);

    const { stdout } = await held('held');
    expect(stdout.split('\n').find((line) => line.includes(good.name))).toMatch(
      /^cargo\t\S+\t\S+\tblocked_by_findings\tadmin\t\d{4}-\S+\t\S.* in \S/,
    );
    const subject = ['cargo', good.name, good.version] as const;
    const review = await held('review', ...subject);
    expect(review.stdout).toContain(`${good.name}-${good.version}.crate  `);
    const digest = /^files: ([0-9a-f]{64})$/m.exec(review.stdout)?.[1] ?? '';
    expect(await held('approve', ...subject)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`rookery admin review cargo ${good.name}`),
    });
    expect(await held('approve', ...subject, '--files', digest)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `Next: bin/rookery admin findings cargo ${good.name} ${good.version}\n`,
      ),
    });
    const found = await findings('findings', 'cargo', cleared.name, cleared.version);
    const lines = found.stdout.trim().split('\n');
    expect(lines[0]).toMatch(/^[0-9a-f-]{36}\t\S+\tcritical\t\w+\t.+\t\S+$/);
    expect((await findings('resolve', 'cargo', cleared.name, 'x')).stderr).toContain(
      'name the id of a finding',
    );
    for (const line of lines) {
      const [id = ''] = line.split('\t');
      expect(
        await findings(
          'resolve',
          'cargo',
          cleared.name,
          id,
          '--resolution',
          'false_positive',
          '--note',
          'no key',
        ),
      ).toMatchObject({ code: 0, stdout: expect.stringContaining('resolved as false_positive') });
    }
    // the last blocking finding lets the release continue
    await eventually(async () => expect((await held('held')).stdout).not.toContain(cleared.name), {
      withinMs: 30_000,
    });
    await resolveFindings(platform, good);
    expect(await held('approve', ...subject, '--files', 'a'.repeat(64))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('have changed'),
    });
    expect(await held('approve', ...subject, '--files', digest)).toMatchObject({
      code: 0,
      stdout: `cargo ${good.name} ${good.version}: published\n`,
    });
    expect(await held('reject', 'cargo', bad.name, bad.version)).toMatchObject({ code: 2 });
    expect(await held('reject', 'cargo', bad.name, bad.version, '--reason', 'no')).toMatchObject({
      code: 0,
      stdout: `cargo ${bad.name} ${bad.version}: rejected\n`,
    });
    expect((await held('held')).stdout).not.toContain(good.name);
  });
});

it('an operator gives one owner other quotas, and takes them back', async () => {
  const user = await platform.createUser();
  const setQuota = (...args: string[]) => run('set-quota.ts', 'set-quota', '--user', user.username, ...args);

  const set = await setQuota('--packages', '1', '--storage-bytes', '1000000');
  const first = await publishCrate(platform, await makeCrate({ name: uniqueName('q') }), user.token);
  const second = await publishCrate(platform, await makeCrate({ name: uniqueName('q') }), user.token);
  const reset = await setQuota('--packages', 'default');
  const third = await publishCrate(platform, await makeCrate({ name: uniqueName('q') }), user.token);

  expect(set, set.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('packages 0 of 1,') });
  expect([first.status, third.status]).toEqual([200, 200]);
  expect(second.text).toContain('has 1 packages');
  expect(reset.stdout).toMatch(/packages 1 of default, releases today 1 of default, bytes \d+ of 1000000/);
  expect(await setQuota('--packages', 'many')).toMatchObject({ code: 2 });
  expect(await run('set-quota.ts', 'set-quota')).toMatchObject({ code: 2 });
});
