import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { findBundle } from '../../activities/bundle-path.ts';
import { nodeOptions } from '../../config/node-options.ts';

const root = join(import.meta.dirname, '../..');
const mains = {
  api: 'api/main.ts',
  worker: 'activities/worker.ts',
  scanner: 'activities/scanner.ts',
  engine: 'activities/engine.ts',
  migrate: 'store/postgres/migrate-main.ts',
  firstToken: 'admin/first-token.ts',
  packages: 'test/support/roles/packages.ts',
  everything: 'test/support/roles/everything.ts',
} as const;

const bundled: ReadonlySet<Role> = new Set(['worker', 'packages', 'everything']);

/** Builds the bundle if the run has no set-up that has built it. */
async function makeBundle(): Promise<string> {
  const { ensureBundle } = await import('../../activities/bundle.ts');
  return ensureBundle();
}

/** Number of ready messages of a process: each role in it logs one. */
const readyMessages: Partial<Record<Role, number>> = { packages: 3, everything: 4 };

export type Role = keyof typeof mains;

/** A process of the platform. */
export interface RoleProcess {
  readonly pid: number;
  /** The output so far. */
  output(): string;
  readonly ended: Promise<void>;
  /** The exit code or the signal, once the process has ended. */
  ending(): string | undefined;
  stop(): Promise<void>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the process again, with changes to its environment, or from the folder of another version. */
  restart(environment?: NodeJS.ProcessEnv, folder?: string): Promise<RoleProcess>;
}

const readyWithinMs = 120_000;

/** The variables that a role inherits from the test. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(['PATH', 'HOME', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]));
}

/**
 * Starts a role and waits until it reports that it is ready (`migrate` and `firstToken`: until it has ended with
 * success). `folder` has another version of the code.
 */
export async function startRole(
  role: Role,
  environment: NodeJS.ProcessEnv,
  folder = root,
): Promise<RoleProcess> {
  if (bundled.has(role) && folder === root) await findBundle().catch(makeBundle);
  const child = spawn(process.execPath, [...nodeOptions, join(folder, mains[role])], {
    cwd: folder,
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const remember = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout?.on('data', remember);
  child.stderr?.on('data', remember);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  void ended.then(() => process.removeListener('exit', killWithUs));

  try {
    await ready(role, child, () => output);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    ending: () => (child.exitCode ?? child.signalCode)?.toString(),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: (changes, other = folder) => startRole(role, { ...environment, ...changes }, other),
  };
}

async function ready(role: Role, child: ChildProcess, output: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${role} is not ready\n${output()}`)), readyWithinMs);
    let missing = readyMessages[role] ?? 1;
    child.on('message', () => {
      missing -= 1;
      if (missing > 0) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      if ((role === 'migrate' || role === 'firstToken') && code === 0) resolve();
      else reject(new Error(`${role} ended with ${code ?? signal}\n${output()}`));
    });
  });
}
