import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { findTool, isSkipped } from '../../support/tool.ts';

/** The folder for binaries of `go install`. */
const goFolder = join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin');

export type ToolName = 'crane' | 'regctl' | 'skopeo' | 'helm' | 'buildah' | 'conformance';

export async function cannotRun(...names: ToolName[]): Promise<boolean> {
  const missing = names.map((name) =>
    isSkipped(
      findTool(name, [goFolder]),
      `the ${name} client tests: there is no ${name} on PATH or in ${goFolder}`,
    ),
  );
  return isSkipped(await findTemporal(), temporalMissing) || missing.includes(true);
}

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A machine without any log-in; the tools keep all their files below one folder. */
export interface Machine {
  folder: string;
  /** With this environment a shell also writes below the folder only. */
  environment: NodeJS.ProcessEnv;
  /** Resolves also when the tool fails. */
  run(tool: ToolName, ...args: string[]): Promise<Outcome>;
  /** Runs a tool with additional environment variables. */
  runWith(settings: Record<string, string>, tool: ToolName, ...args: string[]): Promise<Outcome>;
  /** Returns the output of the tool without its last line break. @throws Error with the output of a tool that fails */
  must(tool: ToolName, ...args: string[]): Promise<string>;
  write(path: string, body: string | Buffer): Promise<string>;
  remove(): Promise<void>;
}

export async function createMachine(): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'oci client '));
  const home = join(folder, 'home');
  await mkdir(join(home, 'run'), { recursive: true });
  const storage = join(home, 'storage.conf');
  await writeFile(storage, storageIn(join(home, 'containers')));
  const env: NodeJS.ProcessEnv = {
    PATH: [process.env['PATH'] ?? '', goFolder].join(delimiter),
    HOME: home,
    DOCKER_CONFIG: join(home, '.docker'),
    REGISTRY_AUTH_FILE: join(home, 'auth.json'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    CONTAINERS_STORAGE_CONF: storage,
    BUILDAH_ISOLATION: 'chroot',
  };

  const run: Machine['run'] = (tool, ...args) => runWith({}, tool, ...args);

  async function runWith(
    settings: Record<string, string>,
    tool: ToolName,
    ...args: string[]
  ): Promise<Outcome> {
    const options = { cwd: folder, env: { ...env, ...settings }, maxBuffer: 1 << 26 };
    return new Promise((resolve) => {
      execFile(tool, args, options, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
        resolve({ code, stdout, stderr });
      });
    });
  }

  return {
    folder,
    environment: env,
    run,
    runWith,
    async must(tool, ...args) {
      const { code, stdout, stderr } = await run(tool, ...args);
      if (code !== 0) throw new Error(`${tool} ${args.join(' ')}: ${stderr || stdout}`);
      return stdout.trim();
    },
    async write(path, body) {
      const target = join(folder, path);
      await writeFile(target, body);
      return target;
    },
    async remove() {
      // without root, buildah's files belong to the root of a user namespace, and only that root may remove them
      if (process.getuid?.() !== 0) await run('buildah', 'unshare', 'rm', '-rf', home);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Storage apart from that of the machine's user, with a driver that needs no kernel support. */
function storageIn(folder: string): string {
  return `[storage]
driver = "vfs"
graphroot = ${JSON.stringify(join(folder, 'graph'))}
runroot = ${JSON.stringify(join(folder, 'run'))}
`;
}

/** An unused name below a user's namespace. */
export function newName(username: string): string {
  return `${username}/i${randomBytes(8).toString('hex')}`;
}

export function digestOf(bytes: string | Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
