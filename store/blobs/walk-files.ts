import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './durable-files.ts';

export interface ListedBlob {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Files whose key starts with `prefix`, in S3's key order; dot files are skipped. */
export async function* walkFiles(root: string, prefix: string): AsyncGenerator<ListedBlob> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  yield* walkFolder(root, folder, prefix);
}

async function* walkFolder(root: string, folder: string, prefix: string): AsyncGenerator<ListedBlob> {
  for (const entry of await sortedEntries(join(root, folder))) {
    const key = `${folder}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory() && (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`))) {
      yield* walkFolder(root, `${key}/`, prefix);
    }
    if (!entry.isFile() || !key.startsWith(prefix)) continue;
    const found = await unlessMissing(stat(join(root, key)));
    if (found !== undefined) yield { key, sizeBytes: found.size, modifiedAt: found.mtime };
  }
}

/** The entries of a folder; a subfolder sorts by its name with a slash, as its keys do. */
async function sortedEntries(path: string): Promise<Dirent[]> {
  const entries = (await unlessMissing(readdir(path, { withFileTypes: true }))) ?? [];
  const named = entries.map((entry) => ({
    entry,
    name: entry.isDirectory() ? `${entry.name}/` : entry.name,
  }));
  return named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ entry }) => entry);
}

/** Undefined for a file that was deleted during the walk. */
async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
