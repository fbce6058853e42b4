import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crateManifest } from '../../test/security/archives/build.ts';
import { scanFile } from '../../test/security/archives/on-disk.ts';
import { tarEntry, tgz } from '../../test/security/archives/tar-bytes.ts';
import type { ScanTask } from '../../scan/task.ts';
import { canLeaveNetwork, launchSandbox } from './launch.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

const timeoutMs = 60_000;
const memoryMb = 128;
const isOffline = canLeaveNetwork();
const secretFile = join(import.meta.dirname, '../../README.md');

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-sandbox-'));
  archive = join(folder, 'tidy.crate');
  const manifest = tarEntry({ name: 'tidy-1.0.0/Cargo.toml', body: crateManifest('tidy') });
  const source = tarEntry({ name: 'tidy-1.0.0/src/lib.rs', body: 'pub const ONE: u8 = 1;\n' });
  await writeFile(archive, tgz(manifest, source));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function taskOf(path: string): ScanTask {
  const declared = { name: 'tidy', version: '1.0.0', metadata: {} };
  return {
    files: [scanFile(path, 'tgz')],
    ecosystem: 'cargo',
    declared,
    maxUploadBytes: 2 ** 28,
    similarTo: [],
  };
}

const open = (): Sandbox => createSandbox({ memoryMb, readable: [folder], isOffline });

describe('the sandbox of the scanner', () => {
  test('opens an archive and answers what is in it', async () => {
    await using sandbox = open();

    const output = await sandbox.run('archive', taskOf(archive), timeoutMs);

    expect(output).toMatchObject({ status: 'ok', files: [{}, { path: 'tidy-1.0.0/src/lib.rs' }] });
  });

  test('reads from a folder that was made after it was started', async () => {
    const later = join(folder, 'later');
    await using sandbox = createSandbox({ memoryMb, readable: [later], isOffline });
    await sandbox.run('archive', taskOf(archive), timeoutMs).catch(() => {});
    await mkdir(later);
    await copyFile(archive, join(later, 'tidy.crate'));

    const output = await sandbox.run('archive', taskOf(join(later, 'tidy.crate')), timeoutMs);

    expect(output.status).toBe('ok');
  });

  test('reads nothing but what it was opened for', async () => {
    await using sandbox = open();

    await expect(sandbox.run('archive', taskOf(secretFile), timeoutMs)).rejects.toThrow(
      /Access to this API has been restricted/,
    );
  });

  test('tells of a task that took too long, and goes on', async () => {
    await using sandbox = open();

    await expect(sandbox.run('archive', taskOf(archive), 1)).rejects.toThrow('took longer than 1 ms');
    await expect(sandbox.run('archive', taskOf(archive), timeoutMs)).resolves.toBeDefined();
  });

  test('tells of a process that died, and goes on with another', async () => {
    const main = join(folder, 'dies.mjs');
    await writeFile(main, `process.on('message', () => process.kill(process.pid, 'SIGKILL'));`);
    await using dying = createSandbox({ memoryMb, readable: [folder], isOffline, main });

    await expect(dying.run('archive', taskOf(archive), timeoutMs)).rejects.toThrow('SIGKILL');
    await expect(dying.run('archive', taskOf(archive), timeoutMs)).rejects.toThrow('SIGKILL');
  });

  test('has no variable, no file, no program and no network', async () => {
    const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const main = join(folder, 'probe.mjs');
    await writeFile(main, probe(secretFile, port));

    const child = launchSandbox({ memoryMb, readable: [folder], isOffline, main });
    const [seen] = (await once(child, 'message')) as [Record<string, unknown>];
    child.kill('SIGKILL');
    server.close();

    expect(seen).toEqual({
      variables: [],
      reading: 'ERR_ACCESS_DENIED',
      writing: 'ERR_ACCESS_DENIED',
      spawning: 'ERR_ACCESS_DENIED',
      // without a network namespace (not Linux, or disabled) the docs list the remaining access
      network: isOffline ? 'ENETUNREACH' : 'reached',
      debugger: undefined,
    });
  });
});

/** A program in place of the scanner that tries the steps of an intruder. */
function probe(file: string, port: number): string {
  return `
import { readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { url } from 'node:inspector';
import { setTimeout as pause } from 'node:timers/promises';
// a debugger would allow an attack
process.kill(process.pid, 'SIGUSR1');
await pause(300);
const codeOf = (use) => { try { use(); return 'done'; } catch (error) { return error.code; } };
const network = await new Promise((resolve) => {
  const socket = connect(${port}, '127.0.0.1');
  socket.once('error', (error) => resolve(error.code));
  socket.once('data', (data) => resolve(String(data)));
});
process.send({
  debugger: url(),
  variables: Object.keys(process.env),
  reading: codeOf(() => readFileSync(${JSON.stringify(file)})),
  writing: codeOf(() => writeFileSync(new URL('written', import.meta.url), '')),
  spawning: codeOf(() => spawnSync('true')),
  network,
});
`;
}
