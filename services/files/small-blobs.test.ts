import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createSmallBlobs } from './small-blobs.ts';

function smallBlobs(body: Buffer) {
  const reads: string[] = [];
  const store = {
    read: async (key: string) => {
      reads.push(key);
      return Readable.from([body.subarray(0, 2), body.subarray(2)]);
    },
  };
  return {
    reads,
    blobs: createSmallBlobs({ blobs: store, cache: createSharedCache({ maxBytes: 1 << 20 }) }),
  };
}

const sha256 = 'ab'.repeat(32);

test('a small file is read once, however many ask for it at the same time', async () => {
  const { blobs, reads } = smallBlobs(Buffer.from('bytes'));

  const both = await Promise.all([blobs.get({ sha256, sizeBytes: 5 }), blobs.get({ sha256, sizeBytes: 5 })]);
  const later = await blobs.get({ sha256, sizeBytes: 5 });

  expect([...both, later].map(String)).toEqual(['bytes', 'bytes', 'bytes']);
  expect(reads).toHaveLength(1);
});

test('a large file is left to be streamed', () => {
  const { blobs, reads } = smallBlobs(Buffer.from('bytes'));

  expect(blobs.get({ sha256, sizeBytes: 300_000 })).toBeUndefined();
  expect(reads).toHaveLength(0);
});

test('a failed read is tried again by the next request', async () => {
  let isAway = true;
  const store = {
    read: async () => {
      if (isAway) throw new Error('away');
      return Readable.from([Buffer.from('bytes')]);
    },
  };
  const blobs = createSmallBlobs({ blobs: store, cache: createSharedCache({ maxBytes: 1 << 20 }) });
  await expect(blobs.get({ sha256, sizeBytes: 5 })).rejects.toThrow('away');
  isAway = false;

  const bytes = await blobs.get({ sha256, sizeBytes: 5 });

  expect(String(bytes)).toBe('bytes');
});
