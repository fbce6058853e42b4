import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, isSkipped } from '../../support/tool.ts';

export const cannotRun =
  isSkipped(findTool('php'), 'php is not installed') ||
  isSkipped(findTool('composer'), 'composer is not installed');

export interface Ran {
  code: number;
  output: string;
}

/** A folder for the projects of one test, without the settings of any user. */
export interface Workspace {
  folder: string;
  write(path: string, body: string): Promise<void>;
  read(path: string): Promise<string>;
  /** Runs Composer in this folder of the workspace. */
  composer(folder: string, ...args: string[]): Promise<Ran>;
  php(folder: string, code: string): Promise<Ran>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-composer-'));
  const run = (tool: string, args: readonly string[], below: string): Promise<Ran> =>
    new Promise((resolve) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        COMPOSER_HOME: join(folder, 'home'),
        COMPOSER_ALLOW_SUPERUSER: '1',
        COMPOSER_NO_INTERACTION: '1',
        LC_ALL: 'C.UTF-8',
        no_proxy: '127.0.0.1',
      };
      const limits = { cwd: join(folder, below), env, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 };
      const child = execFile(tool, args, limits, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
        resolve({ code, output: stdout + stderr });
      });
      // an end of input: Composer must not wait for an answer
      child.stdin?.end();
    });
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    composer: (below, ...args) => run('composer', ['--no-ansi', ...args], below),
    php: (below, code) => run('php', ['-r', code], below),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
