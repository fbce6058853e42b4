import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { createDiskBlobs } from '../../../store/blobs/disk.ts';
import { canMount, mountSmallDisk, unmount } from '../../support/small-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'rookery-small-disk-'));
const isPossible = canMount();
if (isPossible) mountSmallDisk(folder, 1);
afterAll(() => {
  if (isPossible) unmount(folder);
  rmSync(folder, { recursive: true });
});

test.skipIf(!isPossible)(
  'a full disk refuses, keeps what was there, frees its space and lets the request flow on',
  async () => {
    const blobs = createDiskBlobs({ path: join(folder, 'blobs'), fsync: true });
    await blobs.put('a/small', Buffer.from('before'));
    const body = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024)));

    await expect(blobs.put('a/small', body)).rejects.toMatchObject({
      code: 'overloaded',
      cause: { code: 'ENOSPC' },
    });
    await expect(blobs.putIfAbsent('a/new', Buffer.alloc(2 * 1024 * 1024))).rejects.toMatchObject({
      code: 'overloaded',
    });
    await expect(finished(body)).resolves.toBeUndefined();

    expect(await blobs.stat('a/small')).toEqual({ sizeBytes: 6 });
    expect(await blobs.stat('a/new')).toBeUndefined();
    expect(await readdir(join(folder, 'blobs/.tmp'))).toEqual([]);
    expect(await blobs.put('a/after', Buffer.alloc(512 * 1024))).toBe(512 * 1024);
  },
);
