import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { pythonTools } from '../../support/python-tools.ts';

export { lacksPython as cannotRun } from '../../support/python-tools.ts';

/** The tools of most tests, each at one version. */
export const usualTools: readonly string[] = [
  'pip==26.3',
  'twine==7.0.0',
  'uv==0.13.9',
  'build==1.6.1',
  'hatchling==1.33.0',
];

/** Sets of packages: those that need different versions of the same library are in different environments. */
const environments: readonly (readonly string[])[] = [
  usualTools,
  ['poetry==2.5.1'],
  // pdm 2.29 needs the first major version of hishel
  ['pdm==2.29.4', 'hishel==1.4.0'],
  ['hatch==1.18.2'],
];

/** The index of the environment of a tool; 0 for tools that are not listed. */
const placeOf: Readonly<Record<string, number>> = { poetry: 1, pdm: 2, hatch: 3 };

export interface Ran {
  code: number;
  output: string;
}

/** A folder for projects and environments of one test, without the settings of any user. */
export interface Workspace {
  folder: string;
  write(path: string, body: string): Promise<void>;
  /** Runs a tool that is installed for tests (`twine`) or the program at a path, in a folder of the workspace. */
  tool(
    name: string,
    args: readonly string[],
    environment?: Record<string, string>,
    inside?: string,
  ): Promise<Ran>;
  /** The folders of all tools, as a PATH has them. */
  programs(): Promise<string>;
  remove(): Promise<void>;
}

export async function createWorkspace(): Promise<Workspace> {
  const first = await pythonTools(usualTools);
  // installed on demand: most tests need only the first environment
  const others = new Map<number, Promise<string>>();
  const folderOf = async (name: string) => {
    const place = placeOf[name] ?? 0;
    if (place === 0) return first;
    const known = others.get(place) ?? pythonTools(environments[place] ?? []);
    others.set(place, known);
    return known;
  };
  const folder = await mkdtemp(join(tmpdir(), 'rookery-python-'));
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    async tool(name, args, environment = {}, inside = '.') {
      const program = isAbsolute(name) ? name : join(await folderOf(name), name);
      return new Promise((resolve) => {
        const env = {
          PATH: `${first}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          LC_ALL: 'C.UTF-8',
          NO_PROXY: '127.0.0.1',
          PIP_DISABLE_PIP_VERSION_CHECK: '1',
          PIP_CONFIG_FILE: '/dev/null',
          UV_NO_CONFIG: '1',
          UV_PYTHON_DOWNLOADS: 'never',
          ...environment,
        };
        const limits = { cwd: join(folder, inside), env, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 };
        execFile(program, args, limits, (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
          resolve({ code, output: stdout + stderr });
        });
      });
    },
    async programs() {
      const folders = await Promise.all(['uv', ...Object.keys(placeOf)].map(folderOf));
      return folders.join(':');
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
