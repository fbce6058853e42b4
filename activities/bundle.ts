import { bundleWorkflowCode } from '@temporalio/worker';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundlePath } from './bundle-path.ts';

const root = join(import.meta.dirname, '..');

/** For the set-up: bundles the workflow code unless exactly this bundle exists. Two processes may run it at once. */
export async function ensureBundle(): Promise<string> {
  const path = await bundlePath();
  const present = await readFile(path).catch(() => undefined);
  if (present) return path;
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows', 'index.ts'),
    logger: { trace() {}, debug() {}, info() {}, log() {}, warn: warn, error: warn },
  });
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, code);
  await rename(temporary, path);
  return path;
}

function warn(message: string): void {
  process.stderr.write(`${message}\n`);
}

if (import.meta.main) await ensureBundle();
