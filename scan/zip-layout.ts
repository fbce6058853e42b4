import type { ByteSource } from './byte-source.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { parseExtra, wideSizes, zipFlag, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
const meaningfulFlags =
  zipFlag.encrypted | zipFlag.descriptor | zipFlag.patched | zipFlag.strong | zipFlag.utf8;

/** An entry whose local header agrees, with the place of its compressed bytes. */
export interface PlacedEntry extends ZipEntry {
  dataStart: number;
  dataEnd: number;
}

/**
 * Proves that the file is nothing but its entries, one behind the other, and that each local header says what
 * the central directory says: readers trust one or the other. Rules out overlapping entries and hidden bytes.
 */
export function placeEntries(source: ByteSource, directory: ZipDirectory): PlacedEntry[] {
  const placed: PlacedEntry[] = [];
  const byOffset = directory.entries.toSorted((a, b) => a.offset - b.offset);
  let at = 0;
  for (const [index, entry] of byOffset.entries()) {
    const next = byOffset[index + 1]?.offset ?? directory.end.offset;
    if (entry.offset < at) throw entryRefusal(entry.path, 'overlaps another entry');
    if (entry.offset > at) throw refusal('the zip archive has bytes that belong to no entry');
    const place = placeEntry(source, entry);
    if (place.dataEnd > next) throw entryRefusal(entry.path, 'overlaps another entry');
    assertDescriptor(source, place, next);
    placed.push(place);
    at = next;
  }
  if (at !== directory.end.offset) throw refusal('the zip archive has bytes that belong to no entry');
  return placed;
}

function placeEntry(source: ByteSource, entry: ZipEntry): PlacedEntry {
  const header = source.read(entry.offset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw entryRefusal(entry.path, 'has no local header');
  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  const rest = source.read(entry.offset + LOCAL_BYTES, nameLength + extraLength);
  assertSame(rest.subarray(0, nameLength).equals(entry.rawName), entry, 'names');
  assertSame((header.readUInt16LE(6) & meaningfulFlags) === (entry.flags & meaningfulFlags), entry, 'flags');
  assertSame(header.readUInt16LE(8) === entry.method, entry, 'compression methods');
  assertSameSizes(header, parseExtra(rest.subarray(nameLength), entry.path, entry.rawName), entry);
  const dataStart = entry.offset + LOCAL_BYTES + nameLength + extraLength;
  return { ...entry, dataStart, dataEnd: dataStart + entry.compressedSize };
}

function assertSameSizes(header: Buffer, wide: Buffer | undefined, entry: ZipEntry): void {
  const local = wideSizes(wide, entry.path, {
    size: header.readUInt32LE(22),
    compressedSize: header.readUInt32LE(18),
    offset: 0,
  });
  const crc = header.readUInt32LE(14);
  // A streaming writer knows these only afterwards and leaves zeros.
  const mayBeZero = (entry.flags & zipFlag.descriptor) !== 0;
  assertSame(crc === entry.crc || (mayBeZero && crc === 0), entry, 'checksums');
  assertSame(local.size === entry.size || (mayBeZero && local.size === 0), entry, 'sizes');
  const isSame = local.compressedSize === entry.compressedSize;
  assertSame(isSame || (mayBeZero && local.compressedSize === 0), entry, 'compressed sizes');
}

function assertSame(isSame: boolean, entry: ZipEntry, what: string): void {
  if (!isSame) throw entryRefusal(entry.path, `has two different ${what}`);
}

/** The bytes up to the next entry must be the data descriptor (APPNOTE 4.3.9) in one of its four shapes, or none. */
function assertDescriptor(source: ByteSource, entry: PlacedEntry, next: number): void {
  const gap = source.read(entry.dataEnd, next - entry.dataEnd);
  if ((entry.flags & zipFlag.descriptor) === 0) {
    if (gap.length > 0) throw refusal('the zip archive has bytes that belong to no entry');
    return;
  }
  const shapes = [descriptor(entry, 4), descriptor(entry, 8)];
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(DESCRIPTOR);
  const fits = shapes.some((shape) => gap.equals(shape) || gap.equals(Buffer.concat([signature, shape])));
  if (!fits) throw entryRefusal(entry.path, 'has a wrong data descriptor');
}

function descriptor(entry: ZipEntry, width: 4 | 8): Buffer {
  const shape = Buffer.alloc(4 + 2 * width);
  shape.writeUInt32LE(entry.crc, 0);
  for (const [index, size] of [entry.compressedSize, entry.size].entries()) {
    const at = 4 + index * width;
    // The limits refuse any entry that would not fit into 32 bits.
    shape.writeUInt32LE(size, at);
  }
  return shape;
}
