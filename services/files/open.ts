import type { SharedCache } from '../../store/cache/shared-cache.ts';
import type { Readable } from 'node:stream';
import { type Blobs, type ByteRange, contentKey } from '../../store/blobs/blobs.ts';
import { createSmallBlobs } from './small-blobs.ts';

/** Reads a stored file or a range of it. @throws DomainError `not_found` */
export type OpenFile = (
  file: { sha256: string; sizeBytes: number },
  range: ByteRange | undefined,
) => Promise<Buffer | Readable>;

/** Small files come from memory, others from the store. */
export function createOpenFile(platform: { blobs: Pick<Blobs, 'read'>; cache: SharedCache }): OpenFile {
  const { blobs } = platform;
  const smallBlobs = createSmallBlobs(platform);
  return async (file, range) => {
    const bytes = await smallBlobs.get(file);
    if (bytes) return range ? bytes.subarray(range.start, range.end + 1) : bytes;
    return blobs.read(contentKey(file.sha256), range);
  };
}
