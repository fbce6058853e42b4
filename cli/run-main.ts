import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeOptions } from '../config/node-options.ts';
import { UsageError } from './output.ts';
import { root } from './paths.ts';
import { aliveEveryMs, aliveMessage } from './start/liveness.ts';
import { adoptRunningInstance } from './running-instance.ts';

const giveUpMs = 60_000;
/** The umask of the processes: only their own account reads their files. Under root, other accounts can enter the data folder. */
const privateFiles = 0o077;

/**
 * Runs an entry point that ends by itself, with its exit code as ours; against the platform on DATA_DIR
 * where the environment names no other. `needs`: null for one that needs neither.
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

/** Fails early, with one sentence for every tool, when no server is named. */
function assertNamed(env: NodeJS.ProcessEnv, needs: string): void {
  if ([needs, `${needs}_FILE`].some((name) => (env[name] ?? '') !== '')) return;
  throw new UsageError(`no platform runs on DATA_DIR: start one (npm start), or name it with ${needs}`);
}

/**
 * Runs a server in this process. Below a supervisor it must not outlive it: the channel between the two
 * closes with every kind of death of the supervisor.
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

/** A process that is frozen, or whose loop does not turn, sends nothing: its supervisor ends it. */
function sayAlive(): void {
  setInterval(() => process.send?.(aliveMessage), aliveEveryMs).unref();
}
