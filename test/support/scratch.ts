import { constants } from 'node:fs';
import { access, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Containers often have only 64 MiB: a run keeps up to ten databases of 20 MB and their log. */
const neededBytes = 3 * 1024 ** 3;

/**
 * A folder for the files of a server that does not outlive the run. In memory if there is enough: a copy of a database
 * has a thousand small files, and a disk takes longer to allocate them than the server takes to write them.
 */
export async function makeScratch(prefix: string): Promise<string> {
  return mkdtemp(join((await isUsable(memory)) ? memory : tmpdir(), prefix));
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
