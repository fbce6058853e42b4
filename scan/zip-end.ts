import { DomainError } from '../domain/errors.ts';
import type { ByteSource } from './byte-source.ts';
import { refusal } from './refusal.ts';

const EOCD = Buffer.from('PK\x05\x06', 'latin1');
const EOCD_BYTES = 22;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_BYTES = 20;
const EOCD64 = 0x06064b50;
const EOCD64_BYTES = 56;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
/** The value in the plain record that marks a 64-bit number. */
const tooLarge = 0xffffffff;

/**
 * The distance from the end of a file within which clients look for the record: Info-ZIP 66,000 bytes in whole blocks
 * of 8 KiB, Go 65 KiB, others the maximum length of a comment.
 */
export const endRecordReach = 66_000 + 8_192 + EOCD_BYTES;

/** The position of the central directory and the number of its entries. */
export interface ZipEnd {
  count: number;
  /** The offset of the directory in the file. */
  offset: number;
  size: number;
  /** The number of bytes before the archive that its offsets do not count. */
  base: number;
  /** Whether the record's comment ends exactly at the end of the file. */
  isExact: boolean;
}

/** The only position at which every client finds a record, and the record. */
interface EndRecord {
  at: number;
  count: number;
  size: number;
  offset: number;
  isOneDisk: boolean;
  isExact: boolean;
  /** Whether the comment is longer than the rest of the file. */
  isCommentCut: boolean;
}

/** Clients find different entries in the file: a scan of one client's entries does not cover those of another. */
export class AmbiguousZip extends DomainError {
  constructor(detail: string) {
    super('invalid_archive', detail);
  }
}

/**
 * Whether some client reads the file as a zip: it has an end record (APPNOTE 4.3.16), and a directory at one of the
 * places where a client looks for one. The record's signature alone also occurs in programs that read zips.
 */
export function hasZipEnd(source: ByteSource): boolean {
  return recordsOf(source).records.some((record) => {
    const isEmpty = record.count === 0 && record.size === 0 && record.isExact && record.isOneDisk;
    return isEmpty || hasDirectory(source, record);
  });
}

/**
 * Finds the end record of an archive with any data before and after it. Clients search in different directions and
 * from different positions (zipfile of Python, Info-ZIP and .NET use the last record, the JDK and Go the last valid
 * one, libzip the best of all), so only one may be valid, and the directory must end right before it.
 * @throws DomainError `invalid_archive`
 */
export function findZipEnd(source: ByteSource): ZipEnd {
  const { records, isCut } = recordsOf(source);
  const last = records.at(-1);
  if (last === undefined)
    throw refusal('the archive is not a zip file, is cut off or has data behind its end');
  const earlier = records.slice(0, -1);
  const isPassedOver = !isTakenByAll(source, last) && earlier.some((each) => hasDirectory(source, each));
  if (isCut || isPassedOver || earlier.some((each) => isChoice(source, each))) {
    throw new AmbiguousZip('the zip archive has more than one end record');
  }
  if (!last.isOneDisk) throw refusal('the zip archive spans several disks');
  const end = placeDirectory(source, last);
  const isFound = end.count > 0 && startsWith(source, end.offset, CENTRAL);
  if (!last.isExact && !isFound) throw refusal('the zip archive has an end record that clients pass over');
  if (end.base > 0 && startsWith(source, end.offset - end.base, CENTRAL)) {
    throw new AmbiguousZip('the zip archive has two directories');
  }
  return end;
}

/** The possible records, in file order. `isCut`: the last signature is too close to the end for a record. */
function recordsOf(source: ByteSource): { records: EndRecord[]; isCut: boolean } {
  const tailAt = Math.max(0, source.size - endRecordReach);
  const tail = source.read(tailAt, source.size - tailAt);
  const records: EndRecord[] = [];
  for (let at = tail.indexOf(EOCD); at !== -1; at = tail.indexOf(EOCD, at + 1)) {
    const rest = tail.subarray(at);
    if (rest.length < EOCD_BYTES) return { records, isCut: true };
    records.push({
      at: tailAt + at,
      count: rest.readUInt16LE(10),
      size: rest.readUInt32LE(12),
      offset: rest.readUInt32LE(16),
      isOneDisk: rest.readUInt32LE(4) === 0 && rest.readUInt16LE(8) === rest.readUInt16LE(10),
      isExact: EOCD_BYTES + rest.readUInt16LE(20) === rest.length,
      isCommentCut: EOCD_BYTES + rest.readUInt16LE(20) > rest.length,
    });
  }
  return { records, isCut: false };
}

/**
 * Whether every client that searches backwards uses this record. If bytes follow the comment, the JDK requires a
 * directory and an entry (`ZipFile.findEND`), both located by this record's numbers alone; if the comment is
 * truncated, older versions of Go use another record.
 */
function isTakenByAll(source: ByteSource, { at, size, offset, isExact, isCommentCut }: EndRecord): boolean {
  const isOfJdk = startsWith(source, at - size, CENTRAL) && startsWith(source, at - size - offset, LOCAL);
  return isExact || (isOfJdk && !isCommentCut);
}

/**
 * Whether some client would use this record although another one follows. The record of a stored archive inside does
 * not count.
 */
function isChoice(source: ByteSource, { at, count, size, offset, isExact }: EndRecord): boolean {
  if (isExact) return true;
  return count > 0 && offset + size <= at && startsWith(source, offset, CENTRAL);
}

/** Whether some client finds a directory by this record, or by a possible zip64 record before it. */
function hasDirectory(source: ByteSource, { at, size, offset }: EndRecord): boolean {
  const places = [at - size, offset];
  return hasLocator(source, at) || places.some((place) => startsWith(source, place, CENTRAL));
}

function startsWith(source: ByteSource, at: number, signature: number): boolean {
  return at >= 0 && at + 4 <= source.size && source.read(at, 4).readUInt32LE(0) === signature;
}

function placeDirectory(source: ByteSource, record: EndRecord): ZipEnd {
  const { at, count, size, offset, isExact } = record;
  const plain = { count, size, offset };
  if (!hasLocator(source, at)) return placed(plain, at, isExact);
  const wideAt = at - LOCATOR64_BYTES - EOCD64_BYTES;
  const locator = source.read(at - LOCATOR64_BYTES, LOCATOR64_BYTES);
  const said = safeNumber(locator.readBigUInt64LE(8));
  // the JDK reads the record at the locator's address, other clients right before the locator
  if (said !== wideAt && startsWith(source, said, EOCD64))
    throw new AmbiguousZip('the zip archive has two zip64 end records');
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) !== 1)
    throw refusal('the zip archive spans several disks');
  if (wideAt < 0 || said > wideAt) throw refusal('the zip64 end record is not in its place');
  const wide = readZip64End(source, wideAt);
  assertAgrees(plain.count, wide.count, 0xffff);
  assertAgrees(plain.size, wide.size, tooLarge);
  assertAgrees(plain.offset, wide.offset, tooLarge);
  const end = placed(wide, wideAt, isExact);
  if (said !== wideAt && said !== wideAt - end.base)
    throw refusal('the zip64 end record is not in its place');
  // the plain record also applies: the JDK uses it if that address has no record, and Go if no number exceeds the
  // plain record
  if (end.base > 0 && plain.size !== tooLarge && plain.offset !== tooLarge)
    throw new AmbiguousZip('the zip archive has a zip64 end record that clients pass over');
  return end;
}

function hasLocator(source: ByteSource, at: number): boolean {
  return startsWith(source, at - LOCATOR64_BYTES, LOCATOR64);
}

/** Reads the end record of zip64 (APPNOTE 4.3.14). */
function readZip64End(source: ByteSource, at: number) {
  const record = source.read(at, EOCD64_BYTES);
  if (record.readUInt32LE(0) !== EOCD64 || record.readBigUInt64LE(4) !== 44n) {
    throw refusal('the zip64 end record is malformed');
  }
  const count = safeNumber(record.readBigUInt64LE(32));
  const isOneDisk = record.readBigUInt64LE(16) === 0n && safeNumber(record.readBigUInt64LE(24)) === count;
  if (!isOneDisk) throw refusal('the zip archive spans several disks');
  return {
    count,
    size: safeNumber(record.readBigUInt64LE(40)),
    offset: safeNumber(record.readBigUInt64LE(48)),
  };
}

export function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refusal('the zip archive has an impossible size');
  return Number(value);
}

function assertAgrees(plain: number, wide: number, placeholder: number): void {
  if (plain !== placeholder && plain !== wide)
    throw new AmbiguousZip('the two end records of the zip archive disagree');
}

/** The end record with the directory's position: the directory ends where the record begins. */
function placed(
  { count, size, offset }: { count: number; size: number; offset: number },
  endAt: number,
  isExact: boolean,
): ZipEnd {
  const base = endAt - size - offset;
  if (base < 0) throw refusal('the zip directory does not end where the archive says');
  return { count, size, offset: offset + base, base, isExact };
}
