import { stat } from 'node:fs/promises';
import { wholeFile } from '../domain/archive.ts';
import { readAt } from './gzip.ts';
import type { ArchiveLimits } from './limits.ts';
import { HEAD_BYTES, scanArchive, type ScanArchive } from './scan-archive.ts';

/** An upload that is not an archive, as a single entry. A large upload stays on disk until it is read. */
export async function openWholeFile(path: string, limits: ArchiveLimits): Promise<ScanArchive> {
  const { size } = await stat(path);
  const isKept = size <= limits.keepTotalBytes;
  const body = await readAt(path, 0, isKept ? size : HEAD_BYTES);
  return scanArchive({
    format: 'file',
    archiveBytes: size,
    entries: [{ path: wholeFile, size, mode: 0 }],
    kept: new Map(isKept ? [[wholeFile, body]] : []),
    heads: new Map([[wholeFile, body.subarray(0, HEAD_BYTES)]]),
    reread: async (_paths, look) => look(wholeFile, await readAt(path, 0, size)),
  });
}
