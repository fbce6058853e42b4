import type { ByteSource } from './byte-source.ts';
import { entryRefusal, refusal } from './refusal.ts';
import { type CentralEntry, parseExtra, wideSizes, zipFlag } from './zip-central.ts';

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR = 0x08074b50;
const meaningfulFlags =
  zipFlag.encrypted | zipFlag.descriptor | zipFlag.patched | zipFlag.strong | zipFlag.utf8;

/** An entry with a matching local header, and the position of its compressed bytes. */
export type Placed<Entry extends CentralEntry> = Entry & { dataStart: number; dataEnd: number };

/**
 * Proves that the bytes from `start` to the directory are only the entries, one after the other, and that each local
 * header matches the directory: readers use one or the other. Rules out overlapping entries and hidden bytes.
 */
export function placeEntries<Entry extends CentralEntry>(
  source: ByteSource,
  entries: readonly Entry[],
  { start, end }: { start: number; end: number },
): Placed<Entry>[] {
  const placed: Placed<Entry>[] = [];
  const byOffset = entries.toSorted((a, b) => a.offset - b.offset);
  let at = start;
  for (const [index, entry] of byOffset.entries()) {
    const next = byOffset[index + 1]?.offset ?? end;
    if (entry.offset < at) throw entryRefusal(nameOf(entry), 'overlaps another entry');
    if (entry.offset > at) throw refusal('the zip archive has bytes that belong to no entry');
    const place = placeEntry(source, entry);
    if (place.dataEnd > next) throw entryRefusal(nameOf(entry), 'overlaps another entry');
    assertDescriptor(source, place, next);
    placed.push(place);
    at = next;
  }
  if (at !== end) throw refusal('the zip archive has bytes that belong to no entry');
  return placed;
}

/**
 * The offset of the first entry in an archive with any data before it. Clients that read it as a stream begin at the
 * front, if that looks like an entry.
 */
export function firstEntryAt(
  source: ByteSource,
  entries: readonly CentralEntry[],
  { offset }: { offset: number },
): number {
  if (source.size >= 4 && source.read(0, 4).readUInt32LE(0) === LOCAL) return 0;
  return entries.reduce((lowest, entry) => Math.min(lowest, entry.offset), offset);
}

function placeEntry<Entry extends CentralEntry>(source: ByteSource, entry: Entry): Placed<Entry> {
  const path = nameOf(entry);
  const header = source.read(entry.offset, LOCAL_BYTES);
  if (header.readUInt32LE(0) !== LOCAL) throw entryRefusal(path, 'has no local header');
  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  const rest = source.read(entry.offset + LOCAL_BYTES, nameLength + extraLength);
  assertSame(rest.subarray(0, nameLength).equals(entry.rawName), entry, 'names');
  assertSame((header.readUInt16LE(6) & meaningfulFlags) === (entry.flags & meaningfulFlags), entry, 'flags');
  assertSame(header.readUInt16LE(8) === entry.method, entry, 'compression methods');
  const { wide, secondName } = parseExtra(rest.subarray(nameLength), path);
  if (secondName && !secondName.equals(entry.secondName ?? entry.rawName))
    throw entryRefusal(path, 'has a second name');
  assertSameSizes(header, wide, entry);
  const dataStart = entry.offset + LOCAL_BYTES + nameLength + extraLength;
  return { ...entry, dataStart, dataEnd: dataStart + entry.compressedSize };
}

function assertSameSizes(header: Buffer, wide: Buffer | undefined, entry: CentralEntry): void {
  const local = wideSizes(wide, nameOf(entry), {
    size: header.readUInt32LE(22),
    compressedSize: header.readUInt32LE(18),
    offset: 0,
  });
  const crc = header.readUInt32LE(14);
  // A streaming writer knows these values only after the data and leaves zeros.
  const mayBeZero = (entry.flags & zipFlag.descriptor) !== 0;
  assertSame(crc === entry.crc || (mayBeZero && crc === 0), entry, 'checksums');
  assertSame(local.size === entry.size || (mayBeZero && local.size === 0), entry, 'sizes');
  const isSame = local.compressedSize === entry.compressedSize;
  assertSame(isSame || (mayBeZero && local.compressedSize === 0), entry, 'compressed sizes');
}

function assertSame(isSame: boolean, entry: CentralEntry, what: string): void {
  if (!isSame) throw entryRefusal(nameOf(entry), `has two different ${what}`);
}

/** The bytes up to the next entry must be a data descriptor (APPNOTE 4.3.9) in one of its four forms, or empty. */
function assertDescriptor(source: ByteSource, entry: Placed<CentralEntry>, next: number): void {
  const gap = source.read(entry.dataEnd, next - entry.dataEnd);
  if ((entry.flags & zipFlag.descriptor) === 0) {
    if (gap.length > 0) throw refusal('the zip archive has bytes that belong to no entry');
    return;
  }
  const shapes = [descriptor(entry, 4), descriptor(entry, 8)];
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(DESCRIPTOR);
  const fits = shapes.some((shape) => gap.equals(shape) || gap.equals(Buffer.concat([signature, shape])));
  if (!fits) throw entryRefusal(nameOf(entry), 'has a wrong data descriptor');
}

function descriptor(entry: CentralEntry, width: 4 | 8): Buffer {
  const shape = Buffer.alloc(4 + 2 * width);
  shape.writeUInt32LE(entry.crc, 0);
  for (const [index, size] of [entry.compressedSize, entry.size].entries()) {
    const at = 4 + index * width;
    // The limits refuse any entry that does not fit into 32 bits.
    shape.writeUInt32LE(size, at);
  }
  return shape;
}

const nameOf = ({ rawName }: CentralEntry): string => rawName.toString('utf8');
