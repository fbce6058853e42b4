import { stat } from 'node:fs/promises';
import type { ArchiveEntry } from '../domain/archive.ts';
import { gunzipFile } from './gzip.ts';
import { createBodyQueue } from './body-queue.ts';
import { createKeptFiles } from './kept-files.ts';
import type { ArchiveLimits } from './limits.ts';
import { scanArchive, type Rereader, type ScanArchive } from './scan-archive.ts';
import { refusal } from './refusal.ts';
import { createTarReader } from './tar.ts';

/** Opens a gzip-compressed tar (crates, npm, gems' inner parts). @throws DomainError `invalid_archive` */
export async function openTgz(path: string, limits: ArchiveLimits): Promise<ScanArchive> {
  const { size: archiveBytes } = await stat(path);
  const keep = createKeptFiles(limits);
  const entries: ArchiveEntry[] = [];
  const reader = createTarReader(limits, (entry) => {
    entries.push(entry);
    return keep.file(entry.path, entry.size);
  });
  for await (const chunk of gunzipFile(path, archiveBytes, limits)) reader.push(chunk);
  reader.finish();
  if (entries.length === 0) throw refusal('the archive holds no files');
  const reread = rereader(path, archiveBytes, limits);
  return scanArchive({ format: 'tgz', archiveBytes, entries, ...keep, reread });
}

/** A tar has no directory, so a second pass serves all wanted files and ends after the last of them. */
function rereader(path: string, archiveBytes: number, limits: ArchiveLimits): Rereader {
  return async (paths, look) => {
    const bodies = createBodyQueue(paths, look);
    const reader = createTarReader(limits, (entry) => bodies.file(entry));
    for await (const chunk of gunzipFile(path, archiveBytes, limits)) {
      reader.push(chunk);
      await bodies.drain();
      if (bodies.left() === 0) return;
    }
  };
}
