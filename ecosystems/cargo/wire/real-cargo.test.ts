import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryPlatform, writerToken, type MemoryPlatform } from '../fixtures/platform.ts';

const run = promisify(execFile);
const hasCargo = spawnSync('cargo', ['--version']).status === 0;
if (!hasCargo && process.env['CI'] === 'true') throw new Error('cargo is missing');
if (!hasCargo) process.stderr.write('skipped: crates packaged by the real cargo, there is no cargo\n');

const base = `
[package]
name = "probe-base"
version = "1.0.0"
edition = "2021"
license = "MIT"
description = "Base"
[features]
default = ["std"]
std = []
extra = []
`;

const dependent = `
[package]
name = "Probe_Rich"
version = "0.2.0-rc.1+build.5"
edition = "2021"
rust-version = "1.65"
license-file = "LICENSE"
description = "Rich"
links = "probe"
build = "build.rs"
[dependencies]
base = { package = "probe-base", version = "1", registry = "rookery", optional = true, default-features = false, features = ["extra"] }
probe-base = { version = ">= 1.0 , <2", registry = "rookery" }
[target.'cfg( any( unix, windows, ) )'.dependencies]
wild = { package = "probe-base", version = "1.x", registry = "rookery" }
[target.x86_64-unknown-linux-gnu.dependencies]
tilde = { package = "probe-base", version = "~1.0", registry = "rookery" }
[build-dependencies]
probe-base = { version = "=1.0.0", registry = "rookery" }
[dev-dependencies]
probe-base = { version = "*", registry = "rookery" }
beside = { package = "probe-base", version = "1.0", path = "../probe-base", registry = "rookery" }
Probe_Rich = { path = "." }
[features]
default = ["dep:base"]
weak = ["base?/extra"]
plain = []
"uni-cödé+x.y" = []
`;

describe.skipIf(!hasCargo)('crates packaged by the real cargo', () => {
  let platform: MemoryPlatform;
  let folder: string;
  let url = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargo crates '));
    platform = await createMemoryPlatform(() => url);
    url = await platform.app.listen({ port: 0, host: '127.0.0.1' });
    await writeCrate('home', {
      'config.toml': `[registries.rookery]\nindex = "sparse+${url}/cargo/index/"\ncredential-provider = ["cargo:token"]\n`,
    });
  });

  afterAll(async () => {
    await platform.app.close();
    await rm(folder, { recursive: true });
  });

  async function writeCrate(name: string, files: Record<string, string>): Promise<void> {
    await mkdir(join(folder, name, 'src'), { recursive: true });
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, name, path), text);
  }

  async function publish(name: string): Promise<void> {
    await run('cargo', ['publish', '--registry', 'rookery', '--no-verify', '--allow-dirty'], {
      cwd: join(folder, name),
      env: { ...process.env, CARGO_HOME: join(folder, 'home'), CARGO_REGISTRIES_ROOKERY_TOKEN: writerToken },
    });
  }

  test('every sort of dependency and feature agrees with its declaration', async () => {
    await writeCrate('probe-base', { 'Cargo.toml': base, 'src/lib.rs': '' });
    const files = { 'Cargo.toml': dependent, 'src/lib.rs': '', LICENSE: '', 'build.rs': 'fn main() {}' };
    await writeCrate('probe-rich', files);

    await publish('probe-base');
    await publish('probe-rich');

    const index = await platform.app.inject('/cargo/index/pr/ob/probe_rich');
    expect(index.json()).toMatchObject({
      vers: '0.2.0-rc.1+build.5',
      links: 'probe',
      rust_version: '1.65',
      features: { plain: [], 'uni-cödé+x.y': [] },
      features2: { default: ['dep:base'], weak: ['base?/extra'] },
      deps: [
        { name: 'base', package: 'probe-base', req: '^1', optional: true, kind: 'normal' },
        { name: 'beside', package: 'probe-base', req: '^1.0', kind: 'dev' },
        { name: 'probe-base', package: null, req: '>=1.0, <2', kind: 'normal' },
        { name: 'probe-base', req: '=1.0.0', kind: 'build' },
        { name: 'probe-base', req: '*', kind: 'dev' },
        { name: 'tilde', req: '~1.0', target: 'x86_64-unknown-linux-gnu' },
        { name: 'wild', req: '1.*', target: 'cfg( any( unix, windows, ) )' },
      ],
    });
  });
});
