import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';

const run = promisify(execFile);
const missing = 'python3 is not installed';
const python = findTool('python3');
export const cannotRun = isSkipped(python, missing);

/** What tests run, each at one version. */
const packages = ['pip==26.3', 'twine==7.0.0', 'uv==0.13.9', 'build==1.6.1', 'hatchling==1.33.0'];

export interface Ran {
  code: number;
  output: string;
}

/** A folder for projects and environments of one test, without settings of anybody. */
export interface Workspace {
  folder: string;
  write(path: string, body: string): Promise<void>;
  /** Of the tools that are installed for tests, e.g. `twine`. */
  tool(name: string, args: readonly string[], environment?: Record<string, string>): Promise<Ran>;
  remove(): Promise<void>;
}

/** Tools come from the public index once; what tests publish has names of its own. */
async function toolFolder(): Promise<string> {
  const version = createHash('sha256').update(packages.join()).digest('hex').slice(0, 12);
  const folder = join(homedir(), '.cache', 'rookery', 'clients', `python-${version}`);
  if (existsSync(join(folder, 'complete'))) return join(folder, 'bin');
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await run(requireTool(python, missing), ['-m', 'venv', folder]);
  await run(join(folder, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...packages], {
    timeout: 240_000,
  });
  await writeFile(join(folder, 'building'), '');
  await rename(join(folder, 'building'), join(folder, 'complete'));
  return join(folder, 'bin');
}

export async function createWorkspace(): Promise<Workspace> {
  const tools = await toolFolder();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-python-'));
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    tool: (name, args, environment = {}) =>
      new Promise((resolve) => {
        const env = {
          PATH: `${tools}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          LC_ALL: 'C.UTF-8',
          NO_PROXY: '127.0.0.1',
          PIP_DISABLE_PIP_VERSION_CHECK: '1',
          PIP_CONFIG_FILE: '/dev/null',
          UV_NO_CONFIG: '1',
          UV_PYTHON_DOWNLOADS: 'never',
          ...environment,
        };
        const limits = { cwd: folder, env, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 };
        execFile(join(tools, name), args, limits, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, output: stdout + stderr });
        });
      }),
    remove: () => rm(folder, { recursive: true }),
  };
}
