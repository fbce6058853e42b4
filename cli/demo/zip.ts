import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { PackedFile } from './folder.ts';

/** The earliest date in the zip format: equal input gives equal bytes. */
const mtime = new Date(1980, 0, 1);

/** A zip archive of small files, all deflated. */
export async function zip(files: readonly PackedFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { path, content } of files) {
    archive.addBuffer(content, path, { mtime, mode: 0o100644, compressionLevel: 9, forceDosTimestamp: true });
  }
  archive.end();
  return buffer(archive.outputStream);
}
