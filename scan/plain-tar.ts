import { scanLimits } from './limits.ts';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ArchiveEntry } from '../domain/archive.ts';
import { gunzipRange, readAt } from './gzip.ts';
import { createBodyQueue } from './body-queue.ts';
import { createKeptFiles, type KeptFiles } from './kept-files.ts';
import type { ArchiveLimits } from './limits.ts';
import { magicOf } from './magic-bytes.ts';
import { openMember } from './packed-member.ts';
import { refusal } from './refusal.ts';
import { type Rereader, scanArchive, type ScanArchive } from './scan-archive.ts';
import { createTarReader } from './tar.ts';

/** Further packed members are not opened: no protocol needs more. */
const maxPacked = scanLimits['packed members'].count;

/** The reader of RubyGems 3.3 treats pax records as files, and `gem build` writes none. */
const gemTar = { hasRecords: false };

/** A member with its position in the file. */
interface Member extends ArchiveEntry {
  offset: number;
}

/**
 * Opens a plain tar, including its gzip-compressed members: paths of files in `data.tar.gz` begin with
 * `data.tar.gz/`, and the content of `metadata.gz` is `metadata.gz/metadata`. @throws DomainError `invalid_archive`
 */
export async function openTar(path: string, limits: ArchiveLimits): Promise<ScanArchive> {
  const { size: archiveBytes } = await stat(path);
  const keep = createKeptFiles(limits);
  const members = await listMembers(path, limits, keep);
  if (members.length === 0) throw refusal('the archive holds no files');
  const headOf = (member: string) => keep.heads.get(member) ?? keep.kept.get(member) ?? Buffer.alloc(0);
  const packed = members.filter((member) => magicOf(headOf(member.path)) === 'gzip').slice(0, maxPacked);
  const entries: ArchiveEntry[] = members.map(({ offset: _offset, ...entry }) => entry);
  let room = limits.maxTotalBytes - archiveBytes;
  for (const member of packed) {
    const within = { ...limits, maxTotalBytes: room, maxEntries: limits.maxEntries - entries.length };
    room -= await openMember(
      contentOf(path, member, within),
      { path: member.path, ...gemTar },
      within,
      (entry) => {
        entries.push(entry);
        return keep.file(entry.path, entry.size);
      },
    );
  }
  return scanArchive({
    format: 'tar',
    archiveBytes,
    entries,
    ...keep,
    reread: rereader(path, members, packed, limits),
    opened: new Set(packed.map((member) => member.path)),
  });
}

async function listMembers(path: string, limits: ArchiveLimits, keep: KeptFiles): Promise<Member[]> {
  const members: Member[] = [];
  const reader = createTarReader(
    limits,
    (entry, offset) => {
      members.push({ ...entry, offset });
      return keep.file(entry.path, entry.size);
    },
    gemTar,
  );
  for await (const chunk of createReadStream(path)) reader.push(chunk as Buffer);
  reader.finish();
  return members;
}

function contentOf(path: string, { offset, size }: Member, limits: ArchiveLimits): AsyncIterable<Buffer> {
  return gunzipRange({ path, start: offset, end: offset + size }, limits);
}

/** Reads members at their offsets. A packed member is unpacked once for all wanted files in it. */
function rereader(
  path: string,
  members: readonly Member[],
  packed: readonly Member[],
  limits: ArchiveLimits,
): Rereader {
  return async (paths, look) => {
    for (const { path: member, offset, size } of members) {
      if (paths.has(member)) await look(member, await readAt(path, offset, size));
    }
    for (const member of packed) {
      if (![...paths].some((wanted) => wanted.startsWith(`${member.path}/`))) continue;
      const bodies = createBodyQueue(paths, look);
      const content = drained(contentOf(path, member, limits), () => bodies.drain());
      await openMember(content, { path: member.path, ...gemTar }, limits, (entry) => bodies.file(entry));
      await bodies.drain();
    }
  };
}

async function* drained(chunks: AsyncIterable<Buffer>, drain: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield chunk;
    await drain();
  }
}
