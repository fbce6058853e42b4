import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.ts';
import { adoptRunningInstance } from './running-instance.ts';

const giveUpMs = 60_000;

/** Runs an entry point in this process; against the platform on DATA_DIR where the environment names no other. */
export async function runMain(file: string, args: string[]): Promise<void> {
  adoptRunningInstance(process.env);
  await load(file, args);
}

/**
 * Runs a server. Below a supervisor it must not outlive it: the channel between the two closes when the
 * supervisor dies, however it dies.
 */
export async function runService(file: string): Promise<void> {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), giveUpMs).unref();
  });
  process.channel?.unref();
  await load(file, []);
}

/** Whatever they write is theirs alone: under root the data folder lets others pass through. */
const privateFiles = 0o077;

async function load(file: string, args: string[]): Promise<void> {
  process.umask(privateFiles);
  const path = join(root, file);
  process.argv.splice(1, process.argv.length - 1, path, ...args);
  await import(pathToFileURL(path).href);
}
