import { crc32, deflateRawSync } from 'node:zlib';
import type { Attacks } from '../archives/tgz-attacks.ts';
import { twoZips, unseenWideRecord } from './two-zips.ts';
import { descriptor, endRecord, unicodePath, zip, zip64End, type ZipSpec } from '../archives/zip-bytes.ts';

const script = Buffer.from('#!/bin/sh\nexec java -jar "$0"\n');
const good: ZipSpec = { name: 'good.txt', body: 'something that compresses, compresses, compresses' };
const evil: ZipSpec = { name: '../../evil.sh', body: 'echo evil' };
const central = Buffer.from('PK\x01\x02', 'latin1');
const END_BYTES = 22;

/** The parts of a zip: entries, directory, end record. */
function pieces(...specs: ZipSpec[]): { entries: Buffer; directory: Buffer } {
  const whole = zip(specs);
  const at = whole.indexOf(central);
  return { entries: whole.subarray(0, at), directory: whole.subarray(at, -END_BYTES) };
}

/** A directory of one hostile entry, for this offset in the file. */
const evilDirectory = (offset: number) => pieces({ ...evil, central: { offset } }).directory;

/**
 * Zips in which clients may see different names: each combines a harmless archive and one with an upward path. The
 * clients themselves report how they read each.
 */
export function zipCorpus(): Attacks {
  const a = pieces(good);
  const b = pieces(evil);
  const withGood = (spec: Partial<ZipSpec>) => () =>
    zip([good, { name: 'b.txt', body: 'text '.repeat(20), ...spec }]);
  const body = Buffer.from('a body of a streaming writer, a writer');
  const stored = deflateRawSync(body);
  const streamed = (after: Buffer, local = { crc: 0, compressedSize: 0, size: 0 }) =>
    zip([good, { name: 'b.txt', body, flags: 0x808, local, after }]);
  const inner = a.entries.length + b.entries.length;

  return {
    whole: () => zip([good]),
    'one byte in front': () => Buffer.concat([Buffer.from('x'), zip([good])]),
    'a script in front': () => Buffer.concat([script, zip([good])]),
    'a script in front that offsets count': () => zip([good], { prefix: script }),
    'an archive in front': () => Buffer.concat([zip([evil]), zip([good])]),
    'an archive in front that offsets count': () => zip([good], { prefix: zip([evil]) }),
    'a directory where the offset says and another before the end': () => {
      const start = Buffer.concat([b.entries, a.entries]);
      const hidden = evilDirectory(0);
      const shown = pieces({ ...good, central: { offset: 0 } }).directory;
      return Buffer.concat([start, hidden, shown, endRecord(1, shown.length, start.length)]);
    },
    'an empty end record in the comment': () => zip([evil], { comment: endRecord(0, 0, 0) }),
    'an empty end record in the comment, and more': () =>
      zip([evil], { comment: Buffer.concat([endRecord(0, 0, 0), Buffer.from('x')]) }),
    'an empty end record behind the end': () => Buffer.concat([zip([evil]), endRecord(0, 0, 0)]),
    'an empty end record behind the end, and more': () =>
      Buffer.concat([zip([evil]), endRecord(0, 0, 0), Buffer.from('x')]),
    'a second directory in the comment': () => {
      const front = zip([good, evil]);
      const directory = evilDirectory(a.entries.length);
      const comment = Buffer.concat([directory, endRecord(1, directory.length, front.length)]);
      return zip([good, evil], { comment });
    },
    'a second directory behind the end': () => {
      const whole = zip([good]);
      const entries = Buffer.concat([whole, b.entries]);
      const directory = evilDirectory(whole.length);
      return Buffer.concat([entries, directory, endRecord(1, directory.length, entries.length)]);
    },
    'an end record with a directory in a stored entry': () => {
      const at = 30 + 'data.bin'.length;
      const directory = evilDirectory(at);
      const hidden = Buffer.concat([
        b.entries,
        directory,
        endRecord(1, directory.length, at + b.entries.length),
      ]);
      return zip([{ name: 'data.bin', body: hidden, method: 0 }]);
    },
    'a stored archive as the last entry': () =>
      zip([good, { name: 'in.zip', body: zip([{ name: 'c.txt', body: 'x' }]), method: 0 }]),
    'a signature of an end at the very end': () =>
      Buffer.concat([zip([good]), Buffer.from('PK\x05\x06', 'latin1')]),
    'an end record in an extra field': withGood({ both: { extra: extraField(endRecord(0, 0, 0)) } }),
    'an end record as a name': withGood({ name: endRecord(0, 0, 0) }),
    'a longer comment than there is': () => {
      const whole = Buffer.from(zip([good]));
      whole.writeUInt16LE(500, whole.length - 2);
      return whole;
    },
    'a shorter comment than there is': () => Buffer.concat([zip([good]), Buffer.from('comment')]),
    'ten bytes behind the end': () => Buffer.concat([zip([good]), Buffer.alloc(10)]),
    'a hundred thousand bytes behind the end': () => Buffer.concat([zip([good]), Buffer.alloc(100_000)]),
    'just within reach of some clients': () => Buffer.concat([zip([good]), Buffer.alloc(65_700)]),
    'a byte in front, and within reach of Info-ZIP': () =>
      Buffer.concat([Buffer.from('x'), zip([evil]), Buffer.alloc(74_000)]),
    ...twoZips(),

    'a record of 64 bits': () => zip([good], { zip64Count: 1, count: 0xffff }),
    'a record of 64 bits that says the same twice': () => zip([good], { zip64Count: 1 }),
    'a record of 64 bits with another count': () => zip([good, evil], { zip64Count: 1 }),
    'a record of 64 bits of another directory': () => {
      const start = Buffer.concat([a.entries, b.entries]);
      const shown = pieces({ ...good, central: { offset: 0 } }).directory;
      const hidden = evilDirectory(a.entries.length);
      const wide = zip64End(1, hidden.length, start.length);
      return Buffer.concat([
        start,
        hidden,
        shown,
        wide,
        endRecord(1, shown.length, start.length + hidden.length),
      ]);
    },
    'a locator that points at another record': () => {
      const start = Buffer.concat([a.entries, b.entries]);
      const hidden = evilDirectory(a.entries.length);
      const record = zip64End(1, hidden.length, inner).subarray(0, 56);
      const shown = pieces({ ...good, central: { offset: 0 } }).directory;
      const at = start.length + hidden.length;
      const wide = zip64End(1, shown.length, at + record.length, at);
      return Buffer.concat([start, hidden, record, shown, wide, endRecord(0xffff, 0xffffffff, 0xffffffff)]);
    },
    'a locator without a record': () => {
      const locator = zip64End(1, a.directory.length, a.entries.length).subarray(56);
      return Buffer.concat([
        a.entries,
        a.directory,
        locator,
        endRecord(1, a.directory.length, a.entries.length),
      ]);
    },
    'a record of 64 bits that is not found': () => unseenWideRecord('does not'),
    'a record of 64 bits that some pass over': () => unseenWideRecord('counts the byte'),
    'a script in front of a record of 64 bits': () =>
      Buffer.concat([script, zip([good], { zip64Count: 1, count: 0xffff })]),

    'another name in the local header': () => zip([{ ...good, local: { name: Buffer.from('../evil') } }]),
    'a name that comes twice': () => zip([good, good]),
    'names that differ in case': () => zip([good, { ...good, name: 'GOOD.txt' }]),
    'a name of code page 437': withGood({ name: Buffer.from('caf\x82.txt', 'latin1'), flags: 0 }),
    'a UTF-8 name without its flag': withGood({ name: 'café.txt', flags: 0 }),
    'an invalid UTF-8 name': withGood({ name: Buffer.from([0x61, 0xff, 0xfe]) }),
    'a second name': withGood({ both: { extra: rightUnicodePath('b.txt', '../evil') } }),
    'a second name in the local header': withGood({ local: { extra: rightUnicodePath('b.txt', '../evil') } }),
    'a second name in the directory': withGood({ central: { extra: rightUnicodePath('b.txt', '../evil') } }),
    'a second name with a wrong checksum': withGood({ both: { extra: unicodePath('../evil') } }),
    'a NUL in a name': withGood({ name: '../evil\0.txt' }),
    'a backslash in a name': withGood({ name: '..\\evil' }),
    'an empty name': withGood({ name: '' }),
    'a folder with content': withGood({ name: 'folder/' }),
    'a link': withGood({ mode: 0o120777 }),

    'a descriptor': () => streamed(descriptor(crc32(body), stored.length, body.length)),
    'a descriptor without its signature': () =>
      streamed(descriptor(crc32(body), stored.length, body.length).subarray(4)),
    'a descriptor that is wrong': () => streamed(descriptor(1, 2, 3)),
    'no descriptor': () => streamed(Buffer.alloc(0)),
    'an entry that only streams see': () => Buffer.concat([b.entries, shifted(a, b.entries.length)]),
    'an entry between the last one and the directory': () => {
      const start = Buffer.concat([a.entries, b.entries]);
      return Buffer.concat([start, a.directory, endRecord(1, a.directory.length, start.length)]);
    },
    'entries that share their bytes': () => {
      const both = Buffer.concat([
        a.directory,
        pieces({ ...good, name: 'b.txt', central: { offset: 0 } }).directory,
      ]);
      return Buffer.concat([a.entries, both, endRecord(2, both.length, a.entries.length)]);
    },
    'an entry inside another': () => {
      const at = 30 + 'outer'.length;
      const outer: ZipSpec = { name: 'outer', body: b.entries, method: 0 };
      const start = pieces(outer);
      const both = Buffer.concat([start.directory, evilDirectory(at)]);
      return Buffer.concat([start.entries, both, endRecord(2, both.length, start.entries.length)]);
    },
    'fewer entries than there are': () => zip([good, evil], { count: 1 }),
    'more entries than there are': () => zip([good, evil], { count: 3 }),
    'a directory that begins too late': () => {
      const both = pieces(good, evil);
      const size = both.directory.length - a.directory.length;
      const end = endRecord(1, size, both.entries.length + a.directory.length);
      return Buffer.concat([both.entries, both.directory, end]);
    },
    'a directory that ends before its end': () => {
      const end = endRecord(1, a.directory.length, a.entries.length);
      return Buffer.concat([a.entries, a.directory, Buffer.alloc(30), end]);
    },
    'a negative place of the directory': () =>
      Buffer.concat([a.entries, a.directory, endRecord(1, a.directory.length, a.entries.length + 10)]),
  };
}

function shifted({ entries }: { entries: Buffer }, by: number): Buffer {
  const { directory } = pieces({ ...good, central: { offset: by } });
  return Buffer.concat([entries, directory, endRecord(1, directory.length, by + entries.length)]);
}

function extraField(value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0xcafe, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}

/** A second name with a valid checksum, which clients compare with the first name. */
function rightUnicodePath(name: string, second: string): Buffer {
  const field = unicodePath(second);
  field.writeUInt32LE(crc32(Buffer.from(name)), 5);
  return field;
}
