import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ClientName, requireClient } from '../../support/npm-clients.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';

/** Whether the platform cannot start; each test also checks for its client. */
export const cannotRun = isSkipped(await findTemporal(), temporalMissing);

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A machine without any cached package: its own home, caches and working folder. */
export interface ClientHome {
  folder: string;
  /** Writes files below the folder; objects become JSON. */
  write(project: string, files: Record<string, string | object>): Promise<void>;
  /** Runs a client in the folder of a project. Resolves also when the client fails. */
  run(client: ClientName, project: string, ...args: string[]): Promise<Outcome>;
  /** Starts a client whose questions the caller answers. `variables` are added to the environment. */
  start(
    client: ClientName,
    project: string,
    args: readonly string[],
    variables?: NodeJS.ProcessEnv,
  ): Promise<ChildProcessWithoutNullStreams>;
  /** Runs a command that has to succeed. @throws Error with all output of the client */
  must(client: ClientName, project: string, ...args: string[]): Promise<Outcome>;
  remove(): Promise<void>;
}

/** `registry` is the URL of the mount with its slash, `token` the credential of a log-in. */
export async function createHome(registry: string, token?: string): Promise<ClientHome> {
  // The blank is on purpose: paths of real machines have them.
  const folder = await mkdtemp(join(tmpdir(), 'npm client '));

  async function write(project: string, files: Record<string, string | object>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      const target = join(folder, project, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    }
  }

  async function run(name: ClientName, project: string, ...args: string[]): Promise<Outcome> {
    const { command, first } = await requireClient(name);
    const options = { cwd: join(folder, project), env: environment(folder), maxBuffer: 64 << 20 };
    return new Promise((resolve) => {
      execFile(command, [...first, ...args], options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
        resolve({ code, stdout, stderr });
      });
    });
  }

  await write('.', { '.npmrc': npmrc(registry, token), '.yarnrc.yml': yarnrc(registry, token) });
  return {
    folder,
    write,
    run,
    async start(name, project, args, variables = {}) {
      const { command, first } = await requireClient(name);
      const options = { cwd: join(folder, project), env: { ...environment(folder), ...variables } };
      return spawn(command, [...first, ...args], options);
    },
    async must(name, project, ...args) {
      const outcome = await run(name, project, ...args);
      if (outcome.code === 0) return outcome;
      throw new Error(`${name} ${args.join(' ')}: ${outcome.stdout}\n${outcome.stderr}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function npmrc(registry: string, token: string | undefined): string {
  const lines = [
    `registry=${registry}`,
    'update-notifier=false',
    'fund=false',
    'audit=false',
    'fetch-retries=0',
    'color=false',
    'progress=false',
  ];
  if (token !== undefined) lines.push(`${registry.replace(/^https?:/, '')}:_authToken=${token}`);
  return `${lines.join('\n')}\n`;
}

/** The Yarn settings; plain HTTP is only for tests on this machine. */
function yarnrc(registry: string, token: string | undefined): string {
  const lines = [
    `npmRegistryServer: ${JSON.stringify(registry)}`,
    'unsafeHttpWhitelist: ["127.0.0.1"]',
    'nodeLinker: node-modules',
    'enableTelemetry: false',
    'enableGlobalCache: false',
    'enableColors: false',
    'enableImmutableInstalls: false',
    'npmMinimalAgeGate: 0',
  ];
  if (token !== undefined) lines.push(`npmAuthToken: ${token}`, 'npmAlwaysAuth: true');
  return `${lines.join('\n')}\n`;
}

function environment(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|yarn_|bun_|pnpm_|node_options|node_env|vitest|ci$|github_|xdg_)/i.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: folder,
    USERPROFILE: folder,
    npm_config_cache: join(folder, 'cache/npm'),
    YARN_CACHE_FOLDER: join(folder, 'cache/yarn'),
    BUN_INSTALL_CACHE_DIR: join(folder, 'cache/bun'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    DO_NOT_TRACK: '1',
    NO_COLOR: '1',
    COREPACK_ENABLE_STRICT: '0',
  };
}
