import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';

const missing = 'curl is not installed';
const tool = findTool('curl');
export const cannotRun = isSkipped(tool, missing);

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A folder for curl and the tools that check its files, without the settings of any user. */
export interface Shell {
  folder: string;
  write(path: string, body: string | Buffer): Promise<void>;
  read(path: string): Promise<Buffer>;
  curl(...args: string[]): Promise<Ran>;
  /** Runs a line of a shell, as the documents show it. */
  run(line: string, environment?: Record<string, string>): Promise<Ran>;
  remove(): Promise<void>;
}

export async function createShell(): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-curl-'));
  const start = (command: string, args: string[], environment: Record<string, string> = {}) =>
    new Promise<Ran>((resolve) => {
      const env = { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', ...environment };
      const limits = { cwd: folder, env, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
      execFile(command, args, limits, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, stdout, stderr });
      });
    });
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    read: (path) => readFile(join(folder, path)),
    curl: (...args) => start(requireTool(tool, missing), ['--silent', '--show-error', ...args]),
    run: (line, environment) => start('sh', ['-euc', line], environment),
    remove: () => rm(folder, { recursive: true }),
  };
}
