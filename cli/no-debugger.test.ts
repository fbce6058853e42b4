import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { partSpec } from './start/parts.ts';

const root = join(import.meta.dirname, '..');
const isLinux = process.platform === 'linux';

/** The child processes of a process; the command line has one. */
function childrenOf(pid: number): number[] {
  const children = isLinux ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8') : '';
  return children.split(' ').filter(Boolean).map(Number);
}

async function said(child: ChildProcess): Promise<string> {
  let text = '';
  child.stderr?.on('data', (some: Buffer) => (text += some.toString()));
  await once(child, 'close');
  return text;
}

it('SIGUSR1 opens no debugger in what the command line starts, nor in the command line', async () => {
  const child = spawn(join(root, 'bin/rookery'), ['uci'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const text = said(child);
  child.stdin.write('uci\n');
  await once(child.stdout, 'data');

  for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) process.kill(pid, 'SIGUSR1');
  child.stdin.write('isready\n');
  await once(child.stdout, 'data');
  child.stdin.end('quit\n');

  expect(await text).toBe('');
  expect(child.exitCode).toBe(0);
});

const env = { DATABASE_URL: 'postgres://localhost/none', JWT_SECRET: 'x'.repeat(64) };

it.each(['api', 'worker', 'scanner', 'engine'] as const)('nor in the %s of a start', async (part) => {
  const { args } = await partSpec(part, env).launch();

  expect(args[0]).toBe('--disable-sigusr1');
});
