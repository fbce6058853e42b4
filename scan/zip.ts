import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { fileSource, type ByteSource } from './byte-source.ts';
import { inflateFile, inflateUpTo } from './inflate.ts';
import { createKeptFiles, filler } from './kept-files.ts';
import type { ArchiveLimits } from './limits.ts';
import { scanArchive, type ScanArchive } from './scan-archive.ts';
import { createPathBook } from './paths.ts';
import { assertExpansion, entryRefusal, refusal } from './refusal.ts';
import { readZipDirectory, type ZipEntry } from './zip-directory.ts';
import { type Placed, placeEntries } from './zip-layout.ts';

const STREAMED_BYTES = 1024 * 1024;

/** Opens a zip (nupkg, wheel, jar) and reads every entry once to prove sizes and checksums. @throws DomainError `invalid_archive` */
export async function openZip(path: string, limits: ArchiveLimits): Promise<ScanArchive> {
  using source = fileSource(path);
  const directory = readZipDirectory(source, limits);
  const entries = assertDeclared(directory.entries, source.size, limits);
  const span = { start: 0, end: directory.end.offset };
  const files = placeEntries(source, entries, span).filter((entry) => !entry.isDirectory);
  if (files.length === 0) throw refusal('the archive holds no files');
  const keep = createKeptFiles(limits);
  for (const entry of files) await readEntry(path, source, entry, keep.file(entry.path, entry.size));
  const byPath = new Map(files.map((entry) => [entry.path, entry]));
  return scanArchive({
    format: 'zip',
    archiveBytes: source.size,
    entries: files.map(({ path, size, mode }) => ({ path, size, mode })),
    ...keep,
    async reread(paths, look) {
      using again = fileSource(path);
      for (const wanted of paths) {
        const entry = byPath.get(wanted);
        if (entry !== undefined) await look(wanted, await readWhole(path, again, entry));
      }
    },
  });
}

/** Checks all declarations before decompression. Returns the entries with the paths that unpackers write. */
function assertDeclared(
  entries: readonly ZipEntry[],
  archiveBytes: number,
  limits: ArchiveLimits,
): ZipEntry[] {
  const book = createPathBook(limits);
  const placed: ZipEntry[] = [];
  let total = 0;
  for (const entry of entries) {
    if (entry.isDirectory) book.addDirectory(entry.path);
    placed.push(entry.isDirectory ? entry : { ...entry, path: book.addFile(entry.path) });
    if (entry.size > limits.maxEntryBytes) {
      throw entryRefusal(entry.path, `is larger than ${limits.maxEntryBytes} bytes`);
    }
    assertExpansion(entry.size, entry.compressedSize, limits);
    total += entry.size;
  }
  assertExpansion(total, archiveBytes, limits);
  return placed;
}

async function readWhole(path: string, source: ByteSource, entry: Placed<ZipEntry>): Promise<Buffer> {
  const body = Buffer.alloc(entry.size);
  await readEntry(path, source, entry, filler(body));
  return body;
}

async function readEntry(
  path: string,
  source: ByteSource,
  entry: Placed<ZipEntry>,
  write: (chunk: Buffer) => void,
): Promise<void> {
  const isSmall = entry.size <= STREAMED_BYTES && entry.compressedSize <= STREAMED_BYTES;
  const checksum = isSmall ? readSmall(source, entry, write) : await readStreamed(path, entry, write);
  if (checksum !== entry.crc) throw entryRefusal(entry.path, 'has a wrong checksum');
}

function readSmall(source: ByteSource, entry: Placed<ZipEntry>, write: (chunk: Buffer) => void): number {
  const stored = source.read(entry.dataStart, entry.compressedSize);
  const body = entry.method === 0 ? stored : inflateWhole(stored, entry);
  write(body);
  return crc32(body);
}

function inflateWhole(stored: Buffer, entry: Placed<ZipEntry>): Buffer {
  const body = inflateUpTo(stored, entry.size);
  if (body === undefined) throw entryRefusal(entry.path, 'is larger than it says');
  if (body.bytes.length < entry.size) throw entryRefusal(entry.path, 'is smaller than it says');
  if (body.consumed < stored.length)
    throw entryRefusal(entry.path, 'hides data behind its compressed content');
  return body.bytes;
}

async function readStreamed(
  path: string,
  entry: Placed<ZipEntry>,
  write: (chunk: Buffer) => void,
): Promise<number> {
  const range = { path, start: entry.dataStart, end: entry.dataEnd };
  const inflation = entry.method === 0 ? undefined : inflateFile(range);
  const stored = { start: range.start, end: range.end - 1, highWaterMark: 128 * 1024 };
  let size = 0;
  let checksum = 0;
  for await (const chunk of inflation?.chunks ?? createReadStream(path, stored)) {
    size += chunk.length;
    if (size > entry.size) throw entryRefusal(entry.path, 'is larger than it says');
    checksum = crc32(chunk, checksum);
    write(chunk);
  }
  if (size < entry.size) throw entryRefusal(entry.path, 'is smaller than it says');
  if (inflation !== undefined && inflation.consumed() !== entry.compressedSize) {
    throw entryRefusal(entry.path, 'hides data behind its compressed content');
  }
  return checksum;
}
