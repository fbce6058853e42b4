import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishCrate } from '../test/support/cargo.ts';
import { type Container, readSeccompProfile, startContainer } from '../test/support/container.ts';
import { makeCrate } from '../test/support/crates.ts';
import { freePort } from '../test/support/free-port.ts';
import { type PackagePlatform, startPackagePlatform } from '../test/support/platform.ts';
import { scannerRole, urlAs } from '../test/support/postgres.ts';
import { findTool, isSkipped } from '../test/support/tool.ts';
import { readComposeFile } from './compose/compose-file.ts';

/** The folder of the image's root file system, created by `.ci/image.sh`. */
const root = process.env['IMAGE_ROOT'];
const runc = findTool('runc');
const missing =
  'no image or nothing to run it: .ci/image.sh makes the folder that IMAGE_ROOT names, and runc starts it';
/** Only root can mount and change users. */
const isRoot = userInfo().uid === 0;
if (!isRoot) process.stderr.write('skipped: containers are started by root\n');

/** Without the call that isolates a process from the network, like the default profiles. */
const usual = { ...readSeccompProfile() };
usual.syscalls = usual.syscalls.filter(({ names }) => !names.includes('unshare'));

describe.skipIf(!isRoot || isSkipped(root && runc, missing))('the image', () => {
  let platform: PackagePlatform;
  let data: string;
  beforeAll(async () => {
    platform = await startPackagePlatform();
    // stops the roles of this checkout, to start those of the image
    await Promise.all(Object.values(platform.roles).map((role) => role.stop()));
    data = await mkdtemp(join(tmpdir(), 'rookery-image-'));
    await chown(data, 10_001, 10_001);
  });
  afterAll(async () => {
    await platform?.stop();
    if (data) await rm(data, { recursive: true, force: true });
  });

  /** Starts a service as the Compose file does, with the servers of this test. */
  async function start(service: string, more: Record<string, string> = {}, profile = readSeccompProfile()) {
    const { services } = readComposeFile();
    const { command = [], environment = {} } = services[service] ?? {};
    const plain = Object.fromEntries(
      Object.entries(environment).filter(([name]) => !/_FILE$|^S3_|^ROOKERY_ADMIN/.test(name)),
    );
    return startContainer({
      root: root ?? '',
      args: ['/app/bin/rookery', ...command],
      environment: {
        ...plain,
        ...platform.environment,
        DATA_DIR: '/data',
        ...more,
      },
      folders: { '/data': data },
      profile,
    });
  }

  async function answers(container: Container, url: string): Promise<Record<string, unknown>> {
    const deadline = Date.now() + 60_000;
    let hasEnded = false;
    void container.ended.then(() => (hasEnded = true));
    for (;;) {
      const response = await fetch(url).catch(() => undefined);
      if (response?.ok) return (await response.json()) as Record<string, unknown>;
      if (hasEnded || Date.now() > deadline) throw new Error(`${url} does not answer\n${container.output()}`);
      await pause(100);
    }
  }

  it('runs every role that packages need, without rights on a root that is read-only, and publishes', async () => {
    const metricsPort = await freePort();
    const ports = { METRICS_PORT: String(metricsPort), METRICS_HOST: '127.0.0.1' };
    const scanning = { ...ports, DATABASE_URL: urlAs(scannerRole, platform.databaseUrl) };
    await using api = await start('api-1', ports);
    await using worker = await start('worker', ports);
    await using scanner = await start('scanner', scanning);

    expect(await answers(api, `${platform.url}/health`)).toMatchObject({ status: 'ok' });
    await answers(worker, `http://127.0.0.1:${metricsPort + 1}/readiness`);
    await answers(scanner, `http://127.0.0.1:${metricsPort + 2}/readiness`);
    const crate = await makeCrate();
    const author = await platform.createUser();
    expect(await publishCrate(platform, crate, author.token)).toMatchObject({ status: 200 });

    const check = ['/app/node_modules/.bin/node', '/app/deploy/health-check.mjs'];
    expect(await api.execute(...check)).toBe(0);
    expect(await scanner.execute(...check)).toBe(0);
    expect(await api.execute(...check, 'http://127.0.0.1:9/health')).toBe(1);
    expect(await api.execute('/bin/sh', '-c', 'touch /app/mine')).not.toBe(0);
    expect(await api.execute('/bin/sh', '-c', 'touch /data/mine')).toBe(0);
    expect(scanner.output()).not.toContain('can reach the network');
  });

  it('a scanner whose sandbox would keep the network does not start, and says what to do', async () => {
    await using scanner = await start('scanner', { METRICS_PORT: '0' }, usual);

    expect(await scanner.ended).toBe(1);
    expect(scanner.output()).toContain('SANDBOX_REQUIRED is on');
    expect(scanner.output()).toContain('deploy/seccomp.json');
  });

  it('has no compiler and no package manager, and lets its user make no namespace but those of the sandbox', async () => {
    await using container = await startContainer({
      root: root ?? '',
      args: ['/bin/sleep', '60'],
      profile: readSeccompProfile(),
    });
    const there = async (what: string) =>
      (await container.execute('/bin/sh', '-c', `command -v ${what}`)) === 0;
    for (let tries = 0; tries < 100 && !(await there('git')); tries += 1) await pause(50);
    expect(await there('git')).toBe(true);
    for (const tool of ['npm', 'npx', 'gcc', 'make', 'python3', 'curl', 'esbuild', 'asc']) {
      expect([tool, await there(tool)]).toEqual([tool, false]);
    }
    expect(await container.execute('/bin/sh', '-c', 'test "$(id -u)" = 10001')).toBe(0);
    // mounts and other namespaces are not allowed
    expect(await container.execute('/usr/bin/unshare', '--map-root-user', '--net', '/bin/true')).toBe(0);
    expect(await container.execute('/usr/bin/unshare', '--map-root-user', '--mount', '/bin/true')).not.toBe(
      0,
    );
  });
});
