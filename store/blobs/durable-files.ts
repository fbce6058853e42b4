import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The system code of an error (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Syncs a folder: a rename survives a power cut only after the folder with the name was synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates `path`; with `fsync` every new folder is durable in its parent. */
export async function makeFolder(path: string, fsync: boolean): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined || !fsync) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) {
    await syncFolder(dirname(folder));
  }
}

/** Removes files of crashed writers. Another process may still be writing younger files. */
export async function removeOlderThan(folder: string, ageMs: number): Promise<number> {
  const limit = Date.now() - ageMs;
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= limit) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
