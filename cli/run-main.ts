import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.ts';
import { adoptRunningInstance } from './running-instance.ts';

const giveUpMs = 60_000;
/** Whatever they write is theirs alone: under root the data folder lets others pass through. */
const privateFiles = 0o077;

/**
 * Runs an entry point that ends by itself, with its exit code as ours; against the platform on DATA_DIR
 * where the environment names no other.
 */
export async function runTool(file: string, args: string[]): Promise<void> {
  adoptRunningInstance(process.env);
  process.umask(privateFiles);
  const tool = spawn(process.execPath, [join(root, file), ...args], { stdio: 'inherit' });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    tool.once('error', reject);
    tool.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a server in this process. Below a supervisor it must not outlive it: the channel between the two
 * closes when the supervisor dies, however it dies.
 */
export async function runService(file: string): Promise<void> {
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), giveUpMs).unref();
  });
  process.channel?.unref();
  process.umask(privateFiles);
  const path = join(root, file);
  process.argv.splice(1, process.argv.length - 1, path);
  await import(pathToFileURL(path).href);
}
