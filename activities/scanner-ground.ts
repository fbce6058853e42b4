import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../config/context.ts';
import { contentKey } from '../store/blobs/blobs.ts';
import { listNewestFiles } from '../store/postgres/releases/artifacts.ts';

type Ground = Pick<Context, 'config' | 'blobs' | 'pool'>;

/** The number of newest files to look for: one lost file must not stop all scanners. */
const looksAt = 5;

/** Checks that the store can be read; a scanner may lack the right to write there. @throws Error */
export async function checkStore({ config, blobs }: Ground): Promise<void> {
  if (config.blobs.kind === 's3') return blobs.ping();
  // the first process of an installation creates the folder
  if (!existsSync(config.blobs.path)) await blobs.ping();
  await access(config.blobs.path, constants.R_OK | constants.X_OK);
}

/**
 * Returns the reasons why a scanner can't read its input, in sentences. An empty folder in place of the shared one
 * looks like a store that has lost every upload. @throws Error when the store is unreachable
 */
export async function findGroundProblems(ground: Ground): Promise<string[]> {
  const { config, blobs, pool } = ground;
  await checkStore(ground);
  if (config.blobs.kind === 's3') await checkCopies(join(config.dataDir, 'tmp'));
  const newest = await listNewestFiles(pool, looksAt);
  for (const sha256 of newest) if (await blobs.stat(contentKey(sha256))) return [];
  if (newest.length === 0) return [];
  const place = config.blobs.kind === 's3' ? `the bucket ${config.blobs.bucket}` : config.blobs.path;
  return [`${place} has none of the newest files: it is not the store that the api writes to`];
}

/** Checks that the folder for copies of objects is writable. */
async function checkCopies(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rmdir(await mkdtemp(join(folder, 'test-')));
}
