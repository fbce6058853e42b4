import { isUtf8 } from 'node:buffer';
import type { ByteSource } from './byte-source.ts';
import type { ArchiveLimits } from './limits.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { findZipEnd, safeNumber, type ZipEnd } from './zip-end.ts';

const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;

/** Flag bits that change how an entry is read; local headers must repeat them. */
export const zipFlag = {
  encrypted: 1,
  descriptor: 8,
  patched: 0x20,
  strong: 0x40,
  utf8: 0x800,
  masked: 0x2000,
};

export interface ZipEntry {
  path: string;
  rawName: Buffer;
  isDirectory: boolean;
  flags: number;
  method: 0 | 8;
  crc: number;
  compressedSize: number;
  size: number;
  /** Of the local header. */
  offset: number;
  mode: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  end: ZipEnd;
}

/** Reads the central directory (APPNOTE 4.3.12) alone. @throws DomainError `invalid_archive` */
export function readZipDirectory(source: ByteSource, limits: ArchiveLimits): ZipDirectory {
  const end = findZipEnd(source);
  if (end.count > limits.maxEntries) throw refusal(`the archive has more than ${limits.maxEntries} entries`);
  const directory = source.read(end.offset, end.size);
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at < directory.length) {
    if (entries.length === end.count) throw refusal('the zip directory has more entries than it says');
    at += readEntry(directory, at, entries);
  }
  if (entries.length !== end.count) throw refusal('the zip directory has fewer entries than it says');
  return { entries, end };
}

function readEntry(directory: Buffer, at: number, entries: ZipEntry[]): number {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL) {
    throw refusal('the zip directory is malformed');
  }
  const nameLength = directory.readUInt16LE(at + 28);
  const extraLength = directory.readUInt16LE(at + 30);
  const length = CENTRAL_BYTES + nameLength + extraLength + directory.readUInt16LE(at + 32);
  if (at + length > directory.length) throw refusal('the zip directory is malformed');
  const rawName = directory.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
  const path = decodeName(rawName);
  const extra = parseExtra(
    directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength),
    path,
    rawName,
  );
  const attributes = directory.readUInt32LE(at + 38);
  const entry = {
    path,
    rawName,
    isDirectory: path.endsWith('/'),
    flags: directory.readUInt16LE(at + 8),
    method: knownMethod(directory.readUInt16LE(at + 10), path),
    crc: directory.readUInt32LE(at + 16),
    mode: (attributes >>> 16) & 0o7777,
    ...wideSizes(extra, path, {
      size: directory.readUInt32LE(at + 24),
      compressedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    }),
  };
  if (directory.readUInt16LE(at + 34) !== 0) throw refusal('the zip archive spans several disks');
  assertPlainKind(entry, attributes >>> 28);
  entries.push(entry);
  return length;
}

function decodeName(rawName: Buffer): string {
  const path = rawName.toString('utf8');
  if (!isUtf8(rawName)) throw entryRefusal(path, 'has a name that is not UTF-8');
  return path;
}

function knownMethod(method: number, path: string): 0 | 8 {
  if (method === 0 || method === 8) return method;
  throw entryRefusal(path, `uses the unsupported compression method ${method}`);
}

/** Upper four bits of the Unix mode: 0 none given, 4 directory, 8 regular file, everything else special. */
function assertPlainKind(entry: ZipEntry, kind: number): void {
  const { path, flags } = entry;
  if (flags & (zipFlag.encrypted | zipFlag.strong | zipFlag.masked)) throw entryRefusal(path, 'is encrypted');
  if (flags & zipFlag.patched) throw entryRefusal(path, 'is a patch');
  if (kind === 0o12) throw entryRefusal(path, 'is a symbolic link');
  if (kind !== 0 && kind !== (entry.isDirectory ? 4 : 8)) throw entryRefusal(path, 'is not a regular file');
  if (entry.isDirectory && entry.size !== 0) throw entryRefusal(path, 'is a directory with content');
  if (entry.method === 0 && entry.size !== entry.compressedSize)
    throw entryRefusal(path, 'has two different sizes');
}

/** The zip64 field's bytes, if any. Refuses the field that gives an entry a second name. */
export function parseExtra(extra: Buffer, path: string, rawName: Buffer): Buffer | undefined {
  let wide: Buffer | undefined;
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw entryRefusal(path, 'has a malformed extra field');
    const field = extra.subarray(at + 4, end);
    if (id === 1 && wide !== undefined) throw entryRefusal(path, 'has two zip64 fields');
    if (id === 1) wide = field;
    if (id === 0x7075 && !field.subarray(5).equals(rawName)) throw entryRefusal(path, 'has a second name');
    at = end;
  }
  return wide;
}

export interface ZipSizes {
  size: number;
  compressedSize: number;
  /** Zero in local headers, which have none. */
  offset: number;
}

/** Takes from the zip64 field what the 32-bit fields mark as too large, in the order APPNOTE 4.5.3 gives. */
export function wideSizes(wide: Buffer | undefined, path: string, sizes: ZipSizes): ZipSizes {
  const result = { ...sizes };
  let at = 0;
  for (const key of ['size', 'compressedSize', 'offset'] as const) {
    if (result[key] !== 0xffffffff) continue;
    if (wide === undefined || at + 8 > wide.length) throw entryRefusal(path, 'lacks its zip64 sizes');
    result[key] = safeNumber(wide.readBigUInt64LE(at));
    at += 8;
  }
  return result;
}
