import { gitRows } from './limits.ts';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';

export interface GitPlace {
  /** The only working folder of git, and its home. */
  folder: string;
  /** The proxy through which git reaches servers. */
  proxyUrl: string;
}

export interface GitRun {
  timeoutMs: number;
  signal: AbortSignal;
}

/** Limits per process: address space in KiB, file size in blocks, CPU time in seconds. */
const bounds = 'ulimit -v 3145728 2>/dev/null; ulimit -f 4194304; ulimit -t 600; exec "$@"';
const maxMessageBytes = gitRows.message.bytes;

/** Nothing from a server or a repository is run, followed, requested or unpacked. */
const settings: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.symlinks': 'false',
  'core.bigFileThreshold': '1m',
  'core.packedGitWindowSize': '32m',
  'core.packedGitLimit': '256m',
  'credential.helper': '',
  'fetch.fsckObjects': 'true',
  // many old repositories have these faults, and they are harmless
  'fetch.fsck.zeroPaddedFilemode': 'ignore',
  'fetch.fsck.missingSpaceBeforeDate': 'ignore',
  'fetch.fsck.badTimezone': 'ignore',
  'fetch.recurseSubmodules': 'false',
  'fetch.unpackLimit': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'http.followRedirects': 'initial',
  'http.proxyAuthMethod': 'basic',
  'http.lowSpeedLimit': '1000',
  'http.lowSpeedTime': '30',
  'pack.threads': '1',
  'submodule.recurse': 'false',
  'transfer.credentialsInUrl': 'die',
};

function environmentOf({ folder, proxyUrl }: GitPlace): Record<string, string> {
  const all = Object.entries({ ...settings, 'http.proxy': proxyUrl });
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '/bin/false',
    // the proxy allows http only for trusted addresses
    GIT_ALLOW_PROTOCOL: 'http:https',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}

export class GitFailed extends Error {
  override name = 'GitFailed';
}

/**
 * Starts git with a minimal environment that has only the `PATH` of this process. `ended` rejects with
 * {@link GitFailed} and git's own message, or with DomainError `invalid_state` when git is not installed.
 */
export function startGit(
  place: GitPlace,
  args: readonly string[],
  { timeoutMs, signal }: GitRun,
): { output: Readable; ended: Promise<void> } {
  const child = spawn('/bin/sh', ['-c', bounds, 'sh', 'git', ...args], {
    cwd: place.folder,
    env: environmentOf(place),
    stdio: ['ignore', 'pipe', 'pipe'],
    // git's transport is a separate process: a process group ends both
    detached: true,
  });
  let why: string | undefined;
  const stop = (reason: string) => {
    why ??= reason;
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // git has already ended
    }
  };
  const timer = setTimeout(() => stop(`git took longer than ${timeoutMs} ms`), timeoutMs);
  const cancel = () => stop('the import was cancelled');
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  let message = '';
  child.stderr.on('data', (chunk: Buffer) => {
    message = (message + chunk.toString('utf8')).slice(-maxMessageBytes);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      if (why !== undefined) reject(new GitFailed(why));
      else if (code === 0) resolve();
      else if (code === 127)
        reject(new DomainError('invalid_state', 'git is not installed where the workers run'));
      else reject(new GitFailed(lastWords(message)));
    });
  });
  // the caller awaits `ended` after it has read the output
  ended.catch(() => undefined);
  return { output: child.stdout, ended };
}

/** Returns all output of git, at most `maxBytes`. @throws as {@link startGit} */
export async function readGit(
  place: GitPlace,
  args: readonly string[],
  { maxBytes, ...run }: GitRun & { maxBytes: number },
): Promise<string> {
  const { output, ended } = startGit(place, args, run);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of output as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new GitFailed(`git answers more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  await ended;
  return Buffer.concat(chunks).toString('utf8');
}

function lastWords(message: string): string {
  const lines = message.split('\n').filter((line) => /^(?:fatal|error|remote): /.test(line));
  const line = lines.findLast((each) => each.startsWith('fatal: ')) ?? lines.at(-1) ?? 'git failed';
  return line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300);
}
