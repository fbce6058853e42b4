import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { pythonTools } from '../../test/support/python-tools.ts';

const run = promisify(execFile);

/** A Python index of the comparison. */
export interface PythonIndex {
  what: string;
  /** The address for uploads. */
  uploadUrl: string;
  /** With a trailing slash. */
  indexUrl: string;
  /** The value of the `Authorization` header. */
  credential: string;
}

export type PythonPeer = PythonIndex & AsyncDisposable;

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Starts devpi, which teams run as a mirror that takes uploads; here one index without a mirror, on an empty disk. */
export async function startDevpi(): Promise<PythonPeer> {
  const tools = await pythonTools(['devpi-server==6.20.3']);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-devpi-'));
  const server = ['--serverdir', join(folder, 'server')];
  await run(join(tools, 'devpi-init'), [...server, '--no-root-pypi', '--root-passwd', 'bench']);
  const port = await freePort();
  const args = [...server, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(join(tools, 'devpi-server'), args, { cwd: folder, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/+api`)).arrayBuffer(), { withinMs: 120_000 });
  const call = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`devpi: ${path} ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { result?: { password?: string } };
  };
  const { result } = await call('POST', '/+login', { user: 'root', password: 'bench' });
  const session = Buffer.from(`root:${result?.password ?? ''}`).toString('base64');
  await call('PUT', '/root/bench', { type: 'stage', bases: [] }, { 'x-devpi-auth': session });
  return {
    what: 'devpi',
    uploadUrl: `${url}/root/bench/`,
    indexUrl: `${url}/root/bench/+simple/`,
    credential: basic('root', 'bench'),
    [Symbol.asyncDispose]: () => end(child, folder),
  };
}

/** Starts pypiserver, the smallest peer: a folder of files with a cached listing, open to uploads of all clients. */
export async function startPypiserver(): Promise<PythonPeer> {
  const tools = await pythonTools(['pypiserver[cache]==2.4.2', 'waitress==3.0.2']);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-pypiserver-'));
  await mkdir(join(folder, 'packages'));
  const port = await freePort();
  const open = ['-P', '.', '-a', '.', '--disable-fallback'];
  const args = ['run', '-i', '127.0.0.1', '-p', String(port), ...open, join(folder, 'packages')];
  const child = spawn(join(tools, 'pypi-server'), args, { cwd: folder, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/simple/`)).arrayBuffer(), { withinMs: 60_000 });
  return {
    what: 'pypiserver',
    uploadUrl: `${url}/`,
    indexUrl: `${url}/simple/`,
    credential: basic('any', 'any'),
    [Symbol.asyncDispose]: () => end(child, folder),
  };
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  await rm(folder, { recursive: true, force: true });
}
