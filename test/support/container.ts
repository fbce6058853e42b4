import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

const Rule = z.object({
  names: z.array(z.string()),
  action: z.string(),
  errnoRet: z.number().optional(),
  args: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
});
const Profile = z.object({
  defaultAction: z.string(),
  defaultErrnoRet: z.number(),
  archMap: z.array(z.object({ architecture: z.string(), subArchitectures: z.array(z.string()) })),
  syscalls: z.array(Rule),
});
export type SeccompProfile = z.infer<typeof Profile>;

export function readSeccompProfile(): SeccompProfile {
  return Profile.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../deploy/seccomp.json'), 'utf8')),
  );
}

export interface ContainerOptions {
  /** Folder of the root file system, which is mounted read-only. */
  root: string;
  args: readonly string[];
  environment?: Readonly<Record<string, string | undefined>>;
  /** Writable folders of this machine, by their paths inside. */
  folders?: Readonly<Record<string, string>>;
  profile: SeccompProfile;
}

export interface Container extends AsyncDisposable {
  /** The output so far. */
  output(): string;
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>;
  /** Runs a command inside. Returns its exit code. */
  execute(...args: string[]): Promise<number>;
}

const user = { uid: 10_001, gid: 10_001 };

/** Starts a container as `docker-compose.yml` does: no capabilities, no new rights, a read-only root; host network. */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const bundle = await mkdtemp(join(tmpdir(), 'rookery-container-'));
  const name = bundle.slice(bundle.lastIndexOf('/') + 1);
  const state = ['--root', join(bundle, 'state')];
  await mkdir(join(bundle, 'state'));
  await writeFile(join(bundle, 'config.json'), JSON.stringify(specification(options)));
  const child = spawn('runc', [...state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const remember = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-50_000);
  };
  child.stdout.on('data', remember);
  child.stderr.on('data', remember);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    ended,
    execute: (...args) =>
      run('runc', [...state, 'exec', name, ...args]).then(
        () => 0,
        (error: unknown) => (error as { code?: number }).code ?? -1,
      ),
    async [Symbol.asyncDispose]() {
      await run('runc', [...state, 'kill', name, 'KILL']).catch(() => {});
      await ended;
      await run('runc', [...state, 'delete', '--force', name]).catch(() => {});
      await rm(bundle, { recursive: true, force: true });
    },
  };
}

/** The configuration for the container runtime. */
function specification({ root, args, environment = {}, folders = {}, profile }: ContainerOptions) {
  const none: string[] = [];
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', ...options],
  });
  return {
    ociVersion: '1.0.2',
    process: {
      args,
      cwd: '/app',
      user,
      noNewPrivileges: true,
      env: [
        'PATH=/app/bin:/usr/local/bin:/usr/bin:/bin',
        ...Object.entries(environment).flatMap(([name, value]) =>
          value === undefined ? [] : [`${name}=${value}`],
        ),
      ],
      capabilities: { bounding: none, effective: none, inheritable: none, permitted: none, ambient: none },
    },
    root: { path: root, readonly: true },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      tmpfs('/dev', 'strictatime', 'mode=755'),
      tmpfs('/tmp', 'mode=1777', 'size=64m'),
      ...(folders['/data'] === undefined
        ? [tmpfs('/data', 'mode=700', `uid=${user.uid}`, `gid=${user.gid}`)]
        : []),
      ...Object.entries(folders).map(([destination, source]) => ({
        destination,
        type: 'bind',
        source,
        options: ['bind', 'rw'],
      })),
    ],
    linux: {
      namespaces: ['mount', 'ipc', 'uts', 'pid'].map((type) => ({ type })),
      seccomp: {
        defaultAction: profile.defaultAction,
        defaultErrnoRet: profile.defaultErrnoRet,
        architectures: profile.archMap.flatMap((each) => [each.architecture, ...each.subArchitectures]),
        syscalls: profile.syscalls,
      },
    },
  };
}
