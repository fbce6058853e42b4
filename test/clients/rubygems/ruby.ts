import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTool, isSkipped } from '../../support/tool.ts';

export const cannotRun =
  isSkipped(findTool('gem'), 'ruby is not installed') ||
  isSkipped(findTool('bundle'), 'bundler is not installed');

export interface Ran {
  code: number;
  output: string;
}

/** A folder for the gems and projects of one test, without the settings of any user. */
export interface Workspace {
  folder: string;
  write(path: string, body: string | Buffer): Promise<void>;
  /** `typed`: what a person types; undefined gives no input. */
  run(
    tool: string,
    args: readonly string[],
    environment?: Record<string, string>,
    typed?: string,
  ): Promise<Ran>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-ruby-'));
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    run: (tool, args, environment = {}, typed = '') =>
      new Promise((resolve) => {
        const env = {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          GEM_HOME: join(folder, 'gems'),
          BUNDLE_PATH: join(folder, 'bundle'),
          BUNDLE_USER_HOME: join(folder, 'bundler'),
          LC_ALL: 'C.UTF-8',
          NO_PROXY: '127.0.0.1',
          ...environment,
        };
        const limits = { cwd: folder, env, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 };
        const child = execFile(tool, args, limits, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, output: stdout + stderr });
        });
        child.stdin?.end(typed);
      }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
