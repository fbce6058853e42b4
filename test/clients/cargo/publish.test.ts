import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { library, program, publishBody } from './crates.ts';
import { cannotRun, createHome, type CargoHome } from './home.ts';

const features = `
[features]
default = ["std"]
std = []
loud = []
`;

const source = `
pub fn greeting() -> &'static str {
    if cfg!(feature = "loud") { "HELLO" } else { "hello" }
}
`;

const renamed = `
[dependencies]
speech = { package = "probe-speech", version = "1", registry = "rookery", features = ["loud"] }
quiet = { package = "probe-quiet", version = ">= 1.0, <2", registry = "rookery", optional = true }
[features]
whisper = ["dep:quiet"]
`;

const renamedSource = `
pub fn say() -> String {
    #[cfg(feature = "whisper")]
    return format!("{} {}", speech::greeting(), quiet::greeting());
    #[cfg(not(feature = "whisper"))]
    speech::greeting().to_string()
}
`;

const everySort = `
rust-version = "1.65"
links = "probe"
build = "build.rs"
[dependencies]
base = { package = "probe-speech", version = "1", registry = "rookery", optional = true, default-features = false, features = ["loud"] }
probe-speech = { version = ">= 1.0 , <2", registry = "rookery" }
[target.'cfg( any( unix, windows, ) )'.dependencies]
wild = { package = "probe-speech", version = "1.x", registry = "rookery" }
[target.x86_64-unknown-linux-gnu.dependencies]
tilde = { package = "probe-speech", version = "~1.0", registry = "rookery" }
[build-dependencies]
probe-speech = { version = "=1.0.0", registry = "rookery" }
[dev-dependencies]
probe-speech = { version = "*", registry = "rookery" }
beside = { package = "probe-speech", version = "1.0", path = "../probe-speech", registry = "rookery" }
Probe_Sorts = { path = "." }
[features]
default = ["dep:base"]
weak = ["base?/loud"]
plain = []
"uni-cödé+x.y" = []
`;

describe.skipIf(cannotRun)('cargo', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let home: CargoHome;
  const homes: CargoHome[] = [];

  async function newHome(token?: string): Promise<CargoHome> {
    const created = await createHome(`${platform.url}/cargo/index/`, token);
    homes.push(created);
    return created;
  }

  async function publish(name: string, version: string, more = '', code = ''): Promise<void> {
    await home.write(name, library(name, version, more, code));
    const published = await home.cargo(name, 'publish', '--registry', 'rookery');
    if (published.code !== 0) throw new Error(published.stderr);
  }

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    home = await newHome(author.token);
    await publish('probe-speech', '1.0.0', features, source);
    await publish('probe-quiet', '1.0.0', features, source);
    await publish('probe-says', '0.3.0', renamed, renamedSource);
  });

  afterAll(async () => {
    await Promise.all(homes.map((each) => each.remove()));
    await platform.stop();
  });

  test.each([
    ['', 'HELLO\n'],
    [', features = ["whisper"]', 'HELLO hello\n'],
  ])('a program builds from renamed and optional dependencies%s on a fresh machine', async (more, output) => {
    const fresh = await newHome();
    const dependencies = `probe-says = { version = "0.3", registry = "rookery"${more} }`;
    await fresh.write('consumer', program(dependencies, 'fn main() { println!("{}", probe_says::say()); }'));

    const outcome = await fresh.cargo('consumer', 'run', '--quiet');

    expect(outcome).toEqual({ code: 0, stdout: output, stderr: '' });
  });

  test('cargo add and cargo info read the newest version', async () => {
    const fresh = await newHome();
    await fresh.write('consumer', program(''));

    const added = await fresh.cargo('consumer', 'add', 'probe-says', '--registry', 'rookery');
    const info = await fresh.cargo('consumer', 'info', 'probe-says', '--registry', 'rookery');

    expect(added).toMatchObject({ code: 0, stderr: expect.stringContaining('probe-says v0.3.0') });
    expect(info).toMatchObject({ code: 0, stdout: expect.stringContaining('About probe-says') });
  });

  test('cargo search finds a crate by a part of its name', async () => {
    const search = () => home.cargo('.', 'search', 'probe-says', '--registry', 'rookery');

    await expect
      .poll(async () => (await search()).stdout, { timeout: 15_000 })
      .toMatch(/^probe-says = "0\.3\.0"\s+# About probe-says/m);
  });

  test('an index file has one line per version and answers conditional requests', async () => {
    const url = `${platform.url}/cargo/index/pr/ob/probe-says`;
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';

    const again = await fetch(url, { headers: { 'if-none-match': etag } });

    expect(JSON.parse(await first.text())).toMatchObject({
      name: 'probe-says',
      vers: '0.3.0',
      v: 2,
      yanked: false,
      features2: { whisper: ['dep:quiet'] },
      pubtime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
    expect(first.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test('a missing crate is an empty 404', async () => {
    const response = await fetch(`${platform.url}/cargo/index/pr/ob/probe-never`);

    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  test('a yanked version is not chosen any more but stays for those who locked it', async () => {
    await publish('probe-yank', '1.0.0');
    const files = program('probe-yank = { version = "1", registry = "rookery" }');
    const early = await newHome();
    await early.write('consumer', files);
    expect(await early.cargo('consumer', 'generate-lockfile')).toMatchObject({ code: 0 });
    const lock = await readFile(join(early.folder, 'consumer/Cargo.lock'), 'utf8');

    expect(await home.cargo('.', 'yank', '--registry', 'rookery', 'probe-yank@1.0.0')).toMatchObject({
      code: 0,
    });

    const late = await newHome();
    await late.write('consumer', files);
    const refused = await late.cargo('consumer', 'build');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('yanked');
    const locked = await newHome();
    await locked.write('consumer', { ...files, 'Cargo.lock': lock });
    expect(await locked.cargo('consumer', 'build', '--locked')).toMatchObject({ code: 0 });

    const undo = await home.cargo('.', 'yank', '--undo', '--registry', 'rookery', 'probe-yank@1.0.0');
    expect(undo).toMatchObject({ code: 0 });
    const later = await newHome();
    await later.write('consumer', files);
    expect(await later.cargo('consumer', 'build')).toMatchObject({ code: 0 });
  });

  test('every sort of dependency and feature agrees with its declaration', async () => {
    const [name, version] = ['Probe_Sorts', '0.2.0-rc.1+build.5'];
    await home.write(name, { ...library(name, version, everySort), 'build.rs': 'fn main() {}' });
    await home.write('probe-speech', library('probe-speech', '1.0.0', features, source));

    const published = await home.cargo(name, 'publish', '--registry', 'rookery', '--no-verify');

    expect(published, published.stderr).toMatchObject({ code: 0 });
    const index = await fetch(`${platform.url}/cargo/index/pr/ob/probe_sorts`);
    expect(await index.json()).toMatchObject({
      vers: version,
      links: 'probe',
      rust_version: '1.65',
      features: { plain: [], 'uni-cödé+x.y': [] },
      features2: { default: ['dep:base'], weak: ['base?/loud'] },
      deps: [
        { name: 'base', package: 'probe-speech', req: '^1', optional: true, kind: 'normal' },
        { name: 'beside', package: 'probe-speech', req: '^1.0', kind: 'dev' },
        { name: 'probe-speech', package: null, req: '>=1.0, <2', kind: 'normal' },
        { name: 'probe-speech', req: '=1.0.0', kind: 'build' },
        { name: 'probe-speech', req: '*', kind: 'dev' },
        { name: 'tilde', req: '~1.0', target: 'x86_64-unknown-linux-gnu' },
        { name: 'wild', req: '1.*', target: 'cfg( any( unix, windows, ) )' },
      ],
    });
  });

  test('a version is published once', async () => {
    const again = await home.cargo('probe-says', 'publish', '--registry', 'rookery', '--no-verify');

    expect(again.code).not.toBe(0);
    expect(again.stderr).toContain('already exists');
  });

  test.each(['0.3.0', '0.3.0+other-build'])(
    'version %s over the existing one is a conflict',
    async (vers) => {
      const response = await publishByHand({ name: 'probe-says', vers });

      expect(response.status).toBe(409);
      expect(await response.json()).toEqual({
        errors: [{ detail: expect.stringContaining('already exists') }],
      });
    },
  );

  test('a second spelling of a crate is refused with the first one', async () => {
    const response = await publishByHand({ name: 'probe_says', vers: '9.0.0' });

    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ errors: [{ detail: expect.stringContaining('probe-says') }] });
  });

  test('a wrong token is refused with a sentence', async () => {
    const stranger = await newHome(`pub_${'0'.repeat(64)}`);
    await stranger.write('probe-fresh', library('probe-fresh', '1.0.0'));

    const outcome = await stranger.cargo('probe-fresh', 'publish', '--registry', 'rookery', '--no-verify');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('401 Unauthorized');
    expect(outcome.stderr).not.toContain('headers:');
  });

  test('another user may not publish a new version', async () => {
    const stranger = await newHome((await platform.createUser()).token);
    await stranger.write('probe-says', library('probe-says', '0.4.0'));

    const outcome = await stranger.cargo('probe-says', 'publish', '--registry', 'rookery', '--no-verify');

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('403 Forbidden');
  });

  test('owners are listed, added and removed', async () => {
    const friend = await platform.createUser();
    const owner = (...args: string[]) =>
      home.cargo('.', 'owner', '--registry', 'rookery', ...args, 'probe-says');

    const add = await owner('--add', friend.username);
    const list = await owner('--list');
    const remove = await owner('--remove', friend.username);
    const left = await owner('--list');
    const unknown = await owner('--add', 'no-such-user');
    const team = await owner('--add', 'github:acme:core');

    expect(add, add.stderr).toMatchObject({ code: 0 });
    expect(add.stderr).toContain(`${friend.username} may publish probe-says now`);
    expect(list.stdout).toContain(author.username);
    expect(list.stdout).toContain(friend.username);
    expect(remove, remove.stderr).toMatchObject({ code: 0 });
    expect(left.stdout).not.toContain(friend.username);
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('no-such-user');
    expect(team.code).not.toBe(0);
    expect(team.stderr).toContain('github:acme:core is no login');
  });

  async function publishByHand(identity: { name: string; vers: string }): Promise<Response> {
    const path = `${identity.name}-${identity.vers}`;
    await home.write(path, library(identity.name, identity.vers));
    const packaged = await home.cargo(path, 'package', '--no-verify', '--allow-dirty');
    if (packaged.code !== 0) throw new Error(packaged.stderr);
    const crate = await readFile(join(home.folder, path, `target/package/${path}.crate`));
    return fetch(`${platform.url}/cargo/api/v1/crates/new`, {
      method: 'PUT',
      headers: { authorization: author.token },
      body: publishBody({ ...identity, deps: [], features: {} }, crate),
    });
  }
});
