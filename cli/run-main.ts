import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeOptions } from '../config/node-options.ts';
import { UsageError } from './output.ts';
import { root } from './paths.ts';
import { aliveEveryMs, aliveMessage } from './start/liveness.ts';
import { adoptRunningInstance } from './running-instance.ts';

const giveUpMs = 60_000;
/**
 * The umask of the processes: only their account reads their files. Under root, other accounts can enter the data
 * folder.
 */
const privateFiles = 0o077;

/**
 * Runs an entry point that ends by itself, and exits with its exit code. Without an address in the environment, it
 * uses the platform on DATA_DIR. `needs`: the required variable; null if none is required.
 */
export async function runTool(
  file: string,
  args: string[],
  needs: 'DATABASE_URL' | 'TEMPORAL_ADDRESS' | null = 'DATABASE_URL',
): Promise<void> {
  adoptRunningInstance(process.env);
  if (needs !== null && !args.includes('--help')) assertNamed(process.env, needs);
  process.umask(privateFiles);
  const tool = spawn(process.execPath, [...nodeOptions, join(root, file), ...args], { stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    tool.once('error', reject);
    tool.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Fails early if no server is named, with the same sentence for every tool. */
function assertNamed(env: NodeJS.ProcessEnv, needs: string): void {
  if ([needs, `${needs}_FILE`].some((name) => (env[name] ?? '') !== '')) return;
  throw new UsageError(`no platform runs on DATA_DIR: start one (npm start), or name it with ${needs}`);
}

/**
 * Runs a server in this process. The server must not outlive its supervisor: the channel between the two closes
 * however the supervisor ends.
 */
export async function runService(file: string): Promise<void> {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), giveUpMs).unref();
  });
  process.channel?.unref();
  sayAlive();
  process.umask(privateFiles);
  const path = join(root, file);
  process.argv.splice(1, process.argv.length - 1, path);
  await import(pathToFileURL(path).href);
}

/** Reports that the event loop runs: the supervisor ends a process without reports, e.g. a frozen one. */
function sayAlive(): void {
  setInterval(() => process.send?.(aliveMessage), aliveEveryMs).unref();
}
