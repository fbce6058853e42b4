import { readFile, stat } from 'node:fs/promises';
import { wholeFile } from '../domain/archive.ts';
import type { ArchiveLimits } from './limits.ts';
import { HEAD_BYTES, scanArchive, type ScanArchive } from './scan-archive.ts';
import { refusal } from './refusal.ts';

/** An upload that is no archive, shown as one entry: itself. @throws DomainError `invalid_archive` */
export async function openWholeFile(path: string, limits: ArchiveLimits): Promise<ScanArchive> {
  const { size } = await stat(path);
  if (size > limits.keepTotalBytes) throw refusal(`the file is larger than ${limits.keepTotalBytes} bytes`);
  const body = await readFile(path);
  return scanArchive({
    format: 'file',
    archiveBytes: size,
    entries: [{ path: wholeFile, size, mode: 0 }],
    kept: new Map([[wholeFile, body]]),
    heads: new Map([[wholeFile, body.subarray(0, HEAD_BYTES)]]),
    // everything is in memory
    reread: () => Promise.resolve(),
  });
}
