import { buffer } from 'node:stream/consumers';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import type { SharedCache } from '../../store/cache/shared-cache.ts';

/** Larger files are streamed: for them the cost of opening the file is relatively small. */
const maxFileBytes = 256 * 1024;

/** A memory cache of small files. Their key is the digest of their content, so no entry can be stale. */
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
