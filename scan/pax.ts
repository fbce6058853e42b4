import { refusal } from './refusal.ts';

/** The members of a pax extended header (POSIX.1-2001) that apply to the next entry and are needed here. */
export interface PaxRecords {
  path?: Buffer;
  size?: number;
}

const harmless: ReadonlySet<string> = new Set([
  'atime',
  'ctime',
  'mtime',
  'comment',
  'uid',
  'gid',
  'uname',
  'gname',
]);
const vendor = /^(?:SCHILY|LIBARCHIVE|APPLE|NODETAR|RHT|com\.apple)\./;

/** @throws DomainError `invalid_archive` for records that readers interpret differently */
export function parsePax(body: Buffer): PaxRecords {
  const records: PaxRecords = {};
  for (const [key, value] of pairs(body)) {
    if (key === 'path') records.path = once(records.path, value, key);
    else if (key === 'size') records.size = once(records.size, decimal(value), key);
    else if (key === 'hdrcharset') assertUtf8(value);
    else if (!harmless.has(key) && !vendor.test(key))
      throw refusal(`a pax header sets ${JSON.stringify(key)}`);
  }
  return records;
}

/** A global header may contain a comment (git writes one), never a name or size for other entries. */
export function assertGlobalPax(body: Buffer): void {
  const records = parsePax(body);
  if (records.path !== undefined || records.size !== undefined) {
    throw refusal('a global pax header sets names or sizes');
  }
}

function* pairs(body: Buffer): Generator<[string, Buffer]> {
  let at = 0;
  while (at < body.length) {
    const space = body.indexOf(0x20, at);
    const digits = space === -1 || space - at > 8 ? '' : body.toString('latin1', at, space);
    const end = at + Number(digits);
    const equals = body.indexOf(0x3d, space);
    const isRecord = /^[1-9][0-9]*$/.test(digits) && end <= body.length && body[end - 1] === 0x0a;
    if (!isRecord || equals === -1 || equals >= end) throw refusal('a pax header is malformed');
    yield [body.toString('latin1', space + 1, equals).slice(0, 100), body.subarray(equals + 1, end - 1)];
    at = end;
  }
}

function once<T>(before: T | undefined, value: T, key: string): T {
  if (before !== undefined) throw refusal(`a pax header sets ${key} twice`);
  return value;
}

function decimal(value: Buffer): number {
  const digits = value.toString('latin1');
  if (!/^[0-9]{1,15}$/.test(digits)) throw refusal('a pax header has a size that is not a number');
  return Number(digits);
}

function assertUtf8(value: Buffer): void {
  if (value.toString('latin1') !== 'ISO-IR 10646 2000 UTF-8')
    throw refusal('a pax header changes the character set');
}
