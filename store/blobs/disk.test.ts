import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from './blobs.ts';
import { blobsContract } from './contract.ts';
import { piecesContract } from './pieces-contract.ts';
import { createDiskBlobs } from './disk.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-blobs-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe.each([false, true])('disk with fsync %s', (fsync) => {
  let blobs: Blobs;
  beforeAll(() => {
    blobs = createDiskBlobs({ path: join(folder, `fsync-${fsync}`), fsync });
  });

  blobsContract(() => blobs);
  piecesContract(() => blobs);

  test('no unfinished file is left after all of this', async () => {
    expect(await readdir(join(folder, `fsync-${fsync}`, '.tmp'))).toEqual([]);
  });
});

test('unfinished files of crashed writers go after a day, younger ones stay', async () => {
  const path = join(folder, 'crashed');
  await createDiskBlobs({ path, fsync: false }).ping();
  const [old, young] = [join(path, '.tmp/old'), join(path, '.tmp/young')];
  await writeFile(old, 'half');
  await writeFile(young, 'half');
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  await utimes(old, twoDaysAgo, twoDaysAgo);

  await createDiskBlobs({ path, fsync: false }).ping();

  expect(await readdir(join(path, '.tmp'))).toEqual(['young']);
});
