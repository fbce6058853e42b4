import type { ByteSource } from './byte-source.ts';
import { refusal } from './refusal.ts';

const EOCD_BYTES = 22;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_BYTES = 20;
const EOCD64 = 0x06064b50;
const EOCD64_BYTES = 56;
const MAX_COMMENT = 0xffff;

/** Where the central directory lies and how many entries it has. */
export interface ZipEnd {
  count: number;
  offset: number;
  size: number;
}

/**
 * Finds the end record (APPNOTE 4.3.16, zip64 4.3.14). It must be the only one a reader could find and the
 * directory must end right before it, otherwise two readers may see two archives.
 */
export function findZipEnd(source: ByteSource): ZipEnd {
  const tailAt = Math.max(0, source.size - EOCD_BYTES - MAX_COMMENT);
  const tail = source.read(tailAt, source.size - tailAt);
  const at = findEocd(tail);
  const plain = {
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  assertOneDisk(tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 8) === plain.count);
  const eocdAt = tailAt + at;
  const wide = readZip64End(source, eocdAt);
  if (wide === undefined) return assertAdjacent(plain, eocdAt);
  assertAgrees(plain.count, wide.end.count, 0xffff);
  assertAgrees(plain.size, wide.end.size, 0xffffffff);
  assertAgrees(plain.offset, wide.end.offset, 0xffffffff);
  return assertAdjacent(wide.end, wide.at);
}

/** Readers differ in which signature they take when several fit, so only one may fit and none may follow it. */
function findEocd(tail: Buffer): number {
  const signatures = positions(tail, Buffer.from('PK\x05\x06', 'latin1'));
  const fitting = signatures.filter((at) => {
    return at + EOCD_BYTES <= tail.length && at + EOCD_BYTES + tail.readUInt16LE(at + 20) === tail.length;
  });
  const [at] = fitting;
  if (at === undefined) throw refusal('the archive is not a zip file, is cut off or has data behind its end');
  if (fitting.length > 1 || at !== signatures.at(-1)) {
    throw refusal('the zip archive has more than one end record');
  }
  return at;
}

function positions(tail: Buffer, signature: Buffer): number[] {
  const found: number[] = [];
  for (let at = tail.indexOf(signature); at !== -1; at = tail.indexOf(signature, at + 1)) found.push(at);
  return found;
}

function readZip64End(source: ByteSource, eocdAt: number): { at: number; end: ZipEnd } | undefined {
  if (eocdAt < LOCATOR64_BYTES) return undefined;
  const locator = source.read(eocdAt - LOCATOR64_BYTES, LOCATOR64_BYTES);
  if (locator.readUInt32LE(0) !== LOCATOR64) return undefined;
  const at = safeNumber(locator.readBigUInt64LE(8));
  assertOneDisk(locator.readUInt32LE(4) === 0 && locator.readUInt32LE(16) === 1);
  if (at !== eocdAt - LOCATOR64_BYTES - EOCD64_BYTES)
    throw refusal('the zip64 end record is not in its place');
  const record = source.read(at, EOCD64_BYTES);
  if (record.readUInt32LE(0) !== EOCD64 || record.readBigUInt64LE(4) !== 44n) {
    throw refusal('the zip64 end record is malformed');
  }
  const count = safeNumber(record.readBigUInt64LE(32));
  assertOneDisk(record.readBigUInt64LE(16) === 0n && safeNumber(record.readBigUInt64LE(24)) === count);
  const size = safeNumber(record.readBigUInt64LE(40));
  const offset = safeNumber(record.readBigUInt64LE(48));
  return { at, end: { count, size, offset } };
}

export function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw refusal('the zip archive has an impossible size');
  return Number(value);
}

function assertAgrees(plain: number, wide: number, placeholder: number): void {
  if (plain !== placeholder && plain !== wide)
    throw refusal('the two end records of the zip archive disagree');
}

function assertOneDisk(isOneDisk: boolean): void {
  if (!isOneDisk) throw refusal('the zip archive spans several disks');
}

function assertAdjacent(end: ZipEnd, endAt: number): ZipEnd {
  if (end.offset + end.size !== endAt) throw refusal('the zip directory does not end where the archive says');
  return end;
}
