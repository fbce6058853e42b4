import { buffer } from 'node:stream/consumers';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import type { SharedCache } from '../../store/cache/shared-cache.ts';

/** Larger files are streamed: opening one is then a small part of sending it. */
const maxFileBytes = 256 * 1024;

/** Small files in memory. Their address is their content, so nothing here can ever be stale. */
export interface SmallBlobs {
  /** Undefined for files that are too large to be kept. @throws DomainError `not_found` */
  get(file: { sha256: string; sizeBytes: number }): Buffer | Promise<Buffer> | undefined;
}

export function createSmallBlobs({
  blobs,
  cache,
}: {
  blobs: Pick<Blobs, 'read'>;
  cache: SharedCache;
}): SmallBlobs {
  const cached = cache.section<Buffer>('small_files');
  const pending = new Map<string, Promise<Buffer>>();

  async function load(sha256: string): Promise<Buffer> {
    try {
      const bytes = await buffer(await blobs.read(contentKey(sha256)));
      cached.set(sha256, bytes);
      return bytes;
    } finally {
      pending.delete(sha256);
    }
  }

  return {
    get({ sha256, sizeBytes }) {
      if (sizeBytes > maxFileBytes) return undefined;
      const known = cached.get(sha256) ?? pending.get(sha256);
      cached.count(known ? 'hit' : 'miss');
      if (known) return known;
      const loading = load(sha256);
      pending.set(sha256, loading);
      return loading;
    },
  };
}
