import { fromBufferPromise } from 'yauzl';
import { wholeFile } from '../../../domain/archive.ts';
import { type FileStanding, plainStanding } from '../../../domain/file-standing.ts';
import { placeKey } from '../../../domain/place-key.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { isUnpacked } from './file.ts';
import { limits } from './limits.ts';

/**
 * Keys of entries that make a build run code of the jar: a plugin, an extension of Maven, and a processor of annotations, which
 * the compiler finds on its class path.
 */
const hooks: ReadonlySet<string> = new Set([
  'meta-inf/maven/plugin.xml',
  'meta-inf/maven/extension.xml',
  'meta-inf/services/javax.annotation.processing.processor',
]);

/** Standings of the files, with the hooks that builds run of the jars among them. An unreadable one may run anything. */
export async function withBuildHooks(
  files: readonly OpenedFile[],
  standings: Readonly<Record<string, FileStanding>>,
): Promise<Record<string, FileStanding>> {
  const counted = { ...standings };
  for (const file of files) {
    const installScripts = isUnpacked(file.filename) ? await countHooks(file) : 0;
    if (installScripts === 0) continue;
    counted[file.filename] = { ...(standings[file.filename] ?? plainStanding), installScripts };
  }
  return counted;
}

async function countHooks(file: OpenedFile): Promise<number> {
  if (!file.filename.endsWith('.jar') || /-(?:sources|javadoc)\.jar$/.test(file.filename)) return 0;
  if (file.sizeBytes > limits.plugin.bytes) return 1;
  const bytes = await file.read(wholeFile, limits.plugin.bytes);
  // builds may open files that this reader does not, e.g. one with a script in front
  return countNames(bytes).catch(() => (bytes.includes('PK\x05\x06', 0, 'latin1') ? 1 : 0));
}

async function countNames(jar: Buffer): Promise<number> {
  const archive = await fromBufferPromise(jar, { lazyEntries: true });
  try {
    if (archive.entryCount > limits.plugin.count) return 1;
    let count = 0;
    for await (const entry of archive.eachEntry()) if (hooks.has(placeKey(entry.fileName))) count += 1;
    return count;
  } finally {
    archive.close();
  }
}
