import { type ByteSource, fileSource } from './byte-source.ts';
import type { ArchiveLimits } from './limits.ts';
import { assertExpansion, entryRefusal, refusal } from './refusal.ts';

const END = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const WIDE = 0x06064b50;
/** Of the end record with 64 bits, and of its locator. */
const WIDE_BYTES = 56 + 20;
/** A hundred thousand entries with long names. */
const MAX_DIRECTORY = 64 * 1024 ** 2;

/**
 * Refuses a zip (jar, war, aar) whose entries would leave the folder that it is unpacked into, or fill it. Everything
 * else about it may be odd: readers of jars mind neither what stands in front of one nor names that come twice. A file without a
 * directory is none that anybody unpacks. @throws DomainError `invalid_archive`
 */
export function assertUnpackable(path: string, limits: ArchiveLimits): void {
  using source = fileSource(path);
  const directory = lastDirectory(source);
  let total = 0;
  let at = 0;
  while (at + CENTRAL_BYTES <= directory.length && directory.readUInt32LE(at) === CENTRAL) {
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength);
    const problem = problemOf(name);
    if (problem !== undefined) throw entryRefusal(name, problem);
    const compressed = directory.readUInt32LE(at + 20);
    const size = directory.readUInt32LE(at + 24);
    assertExpansion(size, compressed, limits);
    total += size;
    at += CENTRAL_BYTES + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  assertExpansion(total, source.size, limits);
}

/** As readers of jars find it: by the last end record, right in front of that. Empty where there is none. */
function lastDirectory(source: ByteSource): Buffer {
  const tailAt = Math.max(0, source.size - END_BYTES - MAX_COMMENT);
  const tail = source.read(tailAt, source.size - tailAt);
  const at = tail.lastIndexOf(END);
  if (at === -1 || at + END_BYTES > tail.length) return Buffer.alloc(0);
  const { end, size } = placeOf(source, tailAt + at, tail.readUInt32LE(at + 12));
  if (size > MAX_DIRECTORY) throw refusal(`the zip directory is larger than ${MAX_DIRECTORY} bytes`);
  return size > end ? Buffer.alloc(0) : source.read(end - size, size);
}

/** Where the directory ends, and how large it is: with 64 bits in a record of its own (APPNOTE 4.3.14). */
function placeOf(source: ByteSource, endAt: number, size: number): { end: number; size: number } {
  const wideAt = endAt - WIDE_BYTES;
  if (wideAt < 0) return { end: endAt, size };
  const record = source.read(wideAt, WIDE_BYTES);
  if (record.readUInt32LE(0) !== WIDE) return { end: endAt, size };
  return { end: wideAt, size: size === 0xffffffff ? Number(record.readBigUInt64LE(40)) : size };
}

function problemOf(name: string): string | undefined {
  if (name.includes('\0')) return 'has a control character in its name';
  if (/^[\\/]/.test(name) || /^[A-Za-z]:/.test(name)) return 'has an absolute path';
  return name.split(/[\\/]/).includes('..') ? 'has a relative path segment' : undefined;
}
