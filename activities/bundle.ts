import { bundleWorkflowCode } from '@temporalio/worker';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import workerManifest from '@temporalio/worker/package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** The path of the workflow code for workers; the name has the hash of its sources and the SDK version. */
export async function bundlePath(): Promise<string> {
  const hash = createHash('sha256').update(workerManifest.version);
  const folder = join(root, 'workflows');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted()) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return join(root, 'build', `workflows-${hash.digest('hex').slice(0, 16)}.cjs`);
}

/** Bundles the workflow code unless exactly this bundle exists. Two processes may run it at once. */
export async function ensureBundle(): Promise<string> {
  const path = await bundlePath();
  const present = await readFile(path).catch(() => undefined);
  if (present) return path;
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows', 'index.ts'),
    logger: { trace() {}, debug() {}, info() {}, log() {}, warn: warn, error: warn },
  });
  await mkdir(join(root, 'build'), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, code);
  await rename(temporary, path);
  return path;
}

function warn(message: string): void {
  process.stderr.write(`${message}\n`);
}

if (import.meta.main) await ensureBundle();
