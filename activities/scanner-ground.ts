import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../config/context.ts';
import { contentKey } from '../store/blobs/blobs.ts';
import { listNewestFiles } from '../store/postgres/releases/artifacts.ts';

type Ground = Pick<Context, 'config' | 'blobs' | 'pool'>;

/** Enough that one lost file stops no scanner. */
const looksAt = 5;

/** Whether the store can be read; a scanner may have no right to write there. @throws Error */
export async function checkStore({ config, blobs }: Ground): Promise<void> {
  if (config.blobs.kind === 's3') return blobs.ping();
  // the first process of an installation makes the folder
  if (!existsSync(config.blobs.path)) await blobs.ping();
  await access(config.blobs.path, constants.R_OK | constants.X_OK);
}

/**
 * The reasons why a scanner can't read its input, in sentences: an empty folder in the place of the shared one looks like
 * a store in which every upload is lost. @throws Error where the store is away
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

/** Checks the folder for copies of opened objects. */
async function checkCopies(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rmdir(await mkdtemp(join(folder, 'test-')));
}
