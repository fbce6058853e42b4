import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Addresses } from './addresses.ts';
import { kindOf, type Kind, type RoleSettings, type RunningRole } from './settings.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** The restart delay, like `restart: unless-stopped` of the Compose file. */
const restartAfterMs = 500;
const startWithinMs = 300_000;
/** `stop_grace_period` of the Compose file. */
const graceMs = 60_000;

/** Temporary changes to the start of a role. */
export interface Changes {
  environment?: Record<string, string>;
  /** The folder of another version of the platform. */
  root?: string;
}

/** One process of the platform, which is restarted after an unexpected end. */
export interface Role {
  readonly name: RunningRole;
  readonly kind: Kind;
  /** Sends SIGKILL; the supervisor restarts the process. */
  kill(): void;
  /**
   * Sends SIGTERM, then starts a new process, with `changes` possibly of another version or with other variables.
   * Resolves when it is healthy.
   */
  replace(changes?: Changes): Promise<void>;
  /** Sends SIGTERM; the supervisor does not restart the process until `resume`. */
  suspend(): Promise<void>;
  resume(): Promise<void>;
  isHealthy(): Promise<boolean>;
  untilHealthy(): Promise<void>;
  stop(): Promise<void>;
}

const healthPorts: Record<Kind, number> = { api: 8080, worker: 9465, scanner: 9466, engine: 9467 };
const healthPaths: Record<Kind, string> = {
  api: '/readiness/serving',
  worker: '/readiness',
  scanner: '/readiness',
  engine: '/readiness',
};

/** The variables that a container has too, without the rest of this environment. */
function inherited(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** A command that ends by itself. @throws Error with its output */
export async function runJob({ command, environment }: RoleSettings, at = root): Promise<void> {
  await run(join(at, 'bin/rookery'), [...command], { env: { ...inherited(), ...environment } });
}

export async function startRole(
  name: RunningRole,
  settings: RoleSettings,
  addresses: Addresses,
  folder: string,
): Promise<Role> {
  const kind = kindOf(name);
  const health = `http://${addresses.of(name)}:${healthPorts[kind]}${healthPaths[kind]}`;
  let changes: Changes = {};
  let isWanted = true;
  let child: ChildProcess | undefined;
  const killWithUs = () => child?.kill('SIGKILL');
  process.once('exit', killWithUs);
  await mkdir(settings.environment['DATA_DIR'] ?? folder, { recursive: true });

  function launch(): void {
    const env = { ...inherited(), ...settings.environment, ...changes.environment };
    const program = join(changes.root ?? root, 'bin/rookery');
    // the IPC channel ends the process when this one is gone
    const started = spawn(program, [...settings.command], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    started.once('exit', (code, signal) => {
      log.end(`rehearsal: ${name} ended with ${code ?? signal}\n`);
      if (isWanted && child === started) setTimeout(() => isWanted && launch(), restartAfterMs);
    });
    child = started;
  }

  async function isHealthy(): Promise<boolean> {
    try {
      const answer = await fetch(health, { signal: AbortSignal.timeout(2_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
  async function untilHealthy(): Promise<void> {
    const deadline = Date.now() + startWithinMs;
    while (!(await isHealthy())) {
      if (Date.now() > deadline) throw new Error(`${name} does not start: see ${folder}/${name}.log`);
      await pause(100);
    }
  }
  async function end(): Promise<void> {
    isWanted = false;
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
    ending.kill('SIGTERM');
    const force = setTimeout(() => ending.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(force);
  }

  async function resume(): Promise<void> {
    isWanted = true;
    launch();
    await untilHealthy();
  }

  await resume();
  return {
    name,
    kind,
    kill: () => void child?.kill('SIGKILL'),
    async replace(next = {}) {
      await end();
      changes = next;
      await resume();
    },
    suspend: end,
    resume,
    isHealthy,
    untilHealthy,
    async stop() {
      await end();
      process.removeListener('exit', killWithUs);
    },
  };
}
