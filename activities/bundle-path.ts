import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import workerManifest from '@temporalio/worker/package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** The path of the bundled workflow code; the file name contains a digest of its sources and the SDK version. */
export async function bundlePath(output = join(root, 'build')): Promise<string> {
  const hash = createHash('sha256').update(workerManifest.version);
  const folder = join(root, 'workflows');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted()) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return join(output, `workflows-${hash.digest('hex').slice(0, 16)}.cjs`);
}

/**
 * Returns the path of the bundle that the set-up made from exactly these sources. Servers do not make bundles: the
 * folder of the code may be read-only.
 * @throws Error that names the command to run
 */
export async function findBundle(output?: string): Promise<string> {
  const path = await bundlePath(output);
  try {
    await access(path);
    return path;
  } catch (error) {
    throw new Error(`the workflows are not bundled (${path}): run npm run setup once`, { cause: error });
  }
}
