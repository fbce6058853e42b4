import type { ByteSource } from './byte-source.ts';
import type { ArchiveLimits } from './limits.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { safeNumber, type ZipEnd } from './zip-end.ts';

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

/** An entry of the directory, unchecked. */
export interface CentralEntry {
  rawName: Buffer;
  /** The name in the Info-ZIP field 0x7075, which some clients prefer. */
  secondName: Buffer | undefined;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** The offset of the local header in the file. */
  offset: number;
  /** Unix mode and file type. */
  unixMode: number;
  disk: number;
}

/** Reads the directory (APPNOTE 4.3.12) from its first entry to its last. @throws DomainError `invalid_archive` */
export function listCentral(source: ByteSource, end: ZipEnd, limits: ArchiveLimits): CentralEntry[] {
  if (end.count > limits.maxEntries) throw refusal(`the archive has more than ${limits.maxEntries} entries`);
  const directory = source.read(end.offset, end.size);
  const entries: CentralEntry[] = [];
  let at = 0;
  while (at < directory.length) {
    if (entries.length === end.count) throw refusal('the zip directory has more entries than it says');
    at += readEntry(directory, at, { base: end.base, entries });
  }
  if (entries.length !== end.count) throw refusal('the zip directory has fewer entries than it says');
  return entries;
}

function readEntry(
  directory: Buffer,
  at: number,
  { base, entries }: { base: number; entries: CentralEntry[] },
): number {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL) {
    throw refusal('the zip directory is malformed');
  }
  const nameLength = directory.readUInt16LE(at + 28);
  const extraLength = directory.readUInt16LE(at + 30);
  const length = CENTRAL_BYTES + nameLength + extraLength + directory.readUInt16LE(at + 32);
  if (at + length > directory.length) throw refusal('the zip directory is malformed');
  const extraAt = at + CENTRAL_BYTES + nameLength;
  const rawName = directory.subarray(at + CENTRAL_BYTES, extraAt);
  const path = rawName.toString('utf8');
  const { wide, secondName } = parseExtra(directory.subarray(extraAt, extraAt + extraLength), path);
  const sizes = wideSizes(wide, path, {
    size: directory.readUInt32LE(at + 24),
    compressedSize: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  });
  entries.push({
    rawName,
    secondName,
    flags: directory.readUInt16LE(at + 8),
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    unixMode: directory.readUInt32LE(at + 38) >>> 16,
    disk: directory.readUInt16LE(at + 34),
    ...sizes,
    offset: sizes.offset + base,
  });
  return length;
}

export interface ZipExtra {
  /** The bytes of the zip64 field. */
  wide: Buffer | undefined;
  secondName: Buffer | undefined;
}

/** @throws DomainError `invalid_archive` for fields that readers interpret differently */
export function parseExtra(extra: Buffer, path: string): ZipExtra {
  let wide: Buffer | undefined;
  let secondName: Buffer | undefined;
  let at = 0;
  while (at + 4 <= extra.length) {
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw entryRefusal(path, 'has a malformed extra field');
    const field = extra.subarray(at + 4, end);
    if (id === 1 && wide !== undefined) throw entryRefusal(path, 'has two zip64 fields');
    if (id === 0x7075 && secondName !== undefined) throw entryRefusal(path, 'has three names');
    if (id === 1) wide = field;
    if (id === 0x7075) secondName = field.subarray(5);
    at = end;
  }
  return { wide, secondName };
}

export interface ZipSizes {
  size: number;
  compressedSize: number;
  /** Zero in local headers, which have no offset. */
  offset: number;
}

/** Takes the sizes that the 32-bit fields mark as too large from the zip64 field, in the order of APPNOTE 4.5.3. */
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
