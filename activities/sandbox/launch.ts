import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../config/env.ts';
import { nodeOptions } from '../../config/node-options.ts';

const root = dirname(dirname(import.meta.dirname));
/** The readable code. Not the whole checkout, as the data folder with its secrets is inside of it by default. */
const code = ['activities/sandbox', 'domain', 'ecosystems', 'scan', 'node_modules'].map((path) =>
  join(root, path),
);
const withoutNetwork = ['unshare', '--map-root-user', '--net', '--'] as const;

export interface SandboxLaunch {
  /** Heap in MiB. */
  memoryMb: number;
  /** Folders that contain the archives. The process can read only these and our code, and can write nothing. */
  readable: readonly string[];
  /** From {@link canLeaveNetwork}. */
  isOffline: boolean;
  /** The program to run instead of the scanner, for tests of the permissions of the process. */
  main?: string;
}

/**
 * Whether a process can give up the network on this system. It needs a user namespace and a network namespace, which
 * Linux offers unless an administrator or a container disables them.
 */
export function canLeaveNetwork(): boolean {
  if (process.platform !== 'linux') return false;
  const [command, ...args] = withoutNetwork;
  return spawnSync(command, [...args, 'true'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

/**
 * Returns {@link canLeaveNetwork} at the start of a role.
 * @throws ConfigError when the operator requires isolation and the system refuses it
 */
export function checkNetworkIsolation({ isRequired }: { isRequired: boolean }): boolean {
  const isOffline = canLeaveNetwork();
  if (isRequired && !isOffline) {
    throw new ConfigError([
      'SANDBOX_REQUIRED is on, and this system does not let a process give up the network (unshare --map-root-user --net): ' +
        'containers need the seccomp profile deploy/seccomp.json, and Ubuntu kernel.apparmor_restrict_unprivileged_userns=0',
    ]);
  }
  return isOffline;
}

/**
 * Starts a process that opens archives, with an empty environment and Node's permission model. Not a thread: the model
 * does not limit threads.
 */
export function launchSandbox({ memoryMb, readable, isOffline, main }: SandboxLaunch): ChildProcess {
  const node = [
    process.execPath,
    ...nodeOptions,
    '--permission',
    `--allow-fs-read=${join(root, 'package.json')}`,
    // the star marks a folder that does not exist yet as a folder
    ...[...code, ...readable].map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    `--max-old-space-size=${memoryMb}`,
    main ?? join(import.meta.dirname, 'main.ts'),
  ];
  const [command = '', ...args] = isOffline ? [...withoutNetwork, ...node] : node;
  return spawn(command, args, {
    cwd: root,
    env: {},
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // extracts contain bytes, which JSON would not keep
    serialization: 'advanced',
  });
}
