import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export interface Child {
  readonly pid: number;
  /** Ends the process and waits until it is gone. Sends SIGKILL after five seconds. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const graceMs = 5_000;
const usuallyReadyWithinMs = 60_000;

export interface ChildOptions {
  env?: NodeJS.ProcessEnv;
  /** Resolves once the server answers; a rejection means "not yet". */
  isReady: () => Promise<unknown>;
  readyWithinMs?: number;
}

/**
 * Starts a server and waits until it answers. The server ends with this process.
 * @throws Error with the server's last output if it ends or never answers
 */
export async function startChild(command: string, args: string[], options: ChildOptions): Promise<Child> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  let lastWords = '';
  let ended: string | undefined;
  const remember = (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-4_000);
  };
  child.stdout.on('data', remember);
  child.stderr.on('data', remember);
  const gone = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = error.message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      ended ??= `exit ${code ?? signal}`;
      resolve();
    });
  });
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    process.removeListener('exit', killWithUs);
    if (ended === undefined) child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(force);
  }

  const { readyWithinMs = usuallyReadyWithinMs } = options;
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    if (ended !== undefined) throw new Error(`${command}: ${ended}\n${lastWords}`);
    if (await answers(options.isReady)) break;
    if (Date.now() > deadline) {
      await stop('SIGKILL');
      throw new Error(`${command} did not answer within ${readyWithinMs} ms\n${lastWords}`);
    }
    await pause(25);
  }
  return { pid: child.pid ?? 0, stop };
}

async function answers(isReady: () => Promise<unknown>): Promise<boolean> {
  try {
    await isReady();
    return true;
  } catch {
    return false;
  }
}
