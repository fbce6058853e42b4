import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArchiveFormat } from '../../../domain/archive.ts';
import { createDigestBuilder } from '../../../domain/digest.ts';
import type { ScanFile } from '../../../scan/task.ts';

/** Gives `use` the path of a file with this content, and removes it afterwards. */
export async function onDisk<T>(body: Buffer, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const path = join(folder, 'archive');
    await writeFile(path, body);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The one file of a release, as the scanner is told of it. */
export function scanFile(path: string, format: ArchiveFormat, filename = 'archive'): ScanFile {
  return { path, format, kind: format, filename, sizeBytes: 0, ...createDigestBuilder().digest() };
}
