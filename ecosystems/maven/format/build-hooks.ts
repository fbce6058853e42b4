import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { wholeFile } from '../../../domain/archive.ts';
import { type FileStanding, plainStanding } from '../../../domain/file-standing.ts';
import { placeKey } from '../../../domain/place-key.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { isUnpacked } from './file.ts';
import { limits } from './limits.ts';

/**
 * Keys of entries that make a build run code of the jar: plugins and extensions of Maven, plugins of Gradle, and
 * services that compilers and checkers find on the class path, e.g. annotation processors.
 */
const hooks: readonly RegExp[] = [
  /^meta-inf\/maven\/(?:plugin|extension)\.xml$/,
  /^meta-inf\/(?:sisu\/javax\.inject\.named|plexus\/components\.xml)$/,
  /^meta-inf\/gradle-plugins\/[^/]+\.properties$/,
  /^scalac-plugin\.xml$/,
  /^meta-inf\/services\/javax\.annotation\.processing\.processor$/,
  /^meta-inf\/services\/com\.sun\.source\.util\.plugin$/,
  /^meta-inf\/services\/org\.jetbrains\.kotlin\.compiler\.plugin\./,
  /^meta-inf\/services\/com\.google\.devtools\.ksp\.processing\.symbolprocessorprovider$/,
  /^meta-inf\/services\/org\.codehaus\.groovy\.transform\.asttransformation$/,
  /^meta-inf\/services\/com\.google\.errorprone\.bugpatterns\.bugchecker$/,
  /^meta-inf\/services\/com\.android\.tools\.lint\.client\.api\.issueregistry$/,
];
/** Key of the jar in an Android library whose checks Gradle runs in builds that use the library. */
const checks = 'lint.jar';

/** Adds the number of build hooks in jars to the standings of the files. An unreadable jar counts as one hook. */
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

async function countHooks({ filename, sizeBytes, read }: OpenedFile): Promise<number> {
  const isLibrary = filename.endsWith('.aar');
  if (!isLibrary && (!filename.endsWith('.jar') || /-(?:sources|javadoc)\.jar$/.test(filename))) return 0;
  if (sizeBytes > limits.plugin.bytes) return 1;
  const bytes = await read(wholeFile, limits.plugin.bytes);
  // builds may open files that this reader can't, e.g. a jar with a script in front
  return (isLibrary ? countInLibrary(bytes) : countNames(bytes)).catch(() => countUnread(bytes));
}

const countUnread = (bytes: Buffer): number => (bytes.includes('PK\x05\x06', 0, 'latin1') ? 1 : 0);

function countNames(jar: Buffer): Promise<number> {
  return withEntries(jar, async (archive) => {
    let count = 0;
    for await (const { fileName } of archive.eachEntry()) {
      const key = placeKey(fileName);
      if (hooks.some((hook) => hook.test(key))) count += 1;
    }
    return count;
  });
}

/** Counts hooks in an Android library, whose classes are in nested jars. A jar beyond the limits counts as a hook. */
function countInLibrary(library: Buffer): Promise<number> {
  return withEntries(library, async (archive) => {
    let [count, jars, room] = [0, 0, limits['jars inside'].bytes];
    for await (const entry of archive.eachEntry()) {
      const key = placeKey(entry.fileName);
      if (key === checks) count += 1;
      if (!key.endsWith('.jar')) continue;
      jars += 1;
      room -= entry.uncompressedSize;
      if (jars > limits['jars inside'].count || room < 0) count += 1;
      else count += await countInside(archive, entry);
    }
    return count;
  });
}

async function countInside(archive: ZipFile, entry: Entry): Promise<number> {
  // the reader limits the bytes to the declared size of the entry
  const bytes = await buffer(await archive.openReadStreamPromise(entry));
  return countNames(bytes).catch(() => countUnread(bytes));
}

async function withEntries(jar: Buffer, count: (archive: ZipFile) => Promise<number>): Promise<number> {
  const archive = await fromBufferPromise(jar, { lazyEntries: true });
  try {
    return archive.entryCount > limits.plugin.count ? 1 : await count(archive);
  } finally {
    archive.close();
  }
}
