import type { Attacks } from '../archives/tgz-attacks.ts';
import { endRecord, zip, zip64End, type ZipSpec } from '../archives/zip-bytes.ts';

const good: ZipSpec = { name: 'good.txt', body: 'something that compresses, compresses, compresses' };
const evil: ZipSpec = { name: '../../evil.sh', body: 'echo evil' };
const END_BYTES = 22;

const nothing = Buffer.alloc(0);
const byte = Buffer.from('y');

/** Two archives in one file, whose offsets count all, some or none of the bytes in front of them. */
export function twoZips(): Attacks {
  const found: Attacks = {};
  const fronts = { 'at the beginning': nothing, 'behind a byte': byte };
  const ends = { '': nothing, ', a byte behind': byte, ', a comment cut off': null };
  for (const [where, front] of Object.entries(fronts)) {
    for (const counted of ['none', 'a byte', 'all but a byte', 'all'] as const) {
      for (const [what, behind] of Object.entries(ends)) {
        for (const before of [0, front.length]) {
          const kind = `${before} and ${counted} of the bytes in front counted, ${where}${what}`;
          found[kind] = () => twoOf({ front, before, counted, behind });
        }
      }
    }
  }
  return found;
}

interface Two {
  front: Buffer;
  /** How many of the bytes in front the offsets of the first archive count. */
  before: number;
  counted: 'none' | 'a byte' | 'all but a byte' | 'all';
  /** Bytes after both archives; null: the last record announces a longer comment than the file has. */
  behind: Buffer | null;
}

function twoOf({ front, before, counted, behind }: Two): Buffer {
  const first = Buffer.concat([front, counting(before, evil)]);
  const at = { none: 0, 'a byte': 1, 'all but a byte': first.length - 1, all: first.length }[counted];
  const last = counting(at, good);
  if (behind === null) last.writeUInt16LE(100, last.length - 2);
  return Buffer.concat([first, last, behind ?? nothing]);
}

/** An archive whose offsets count this number of bytes in front of it. */
function counting(bytes: number, spec: ZipSpec): Buffer {
  return Buffer.from(zip([spec], { prefix: Buffer.alloc(bytes) }).subarray(bytes));
}

/**
 * A byte in front of an archive with a zip64 record to which nothing refers: clients that ignore the record read the
 * directory at a later place, where the comment of an entry contains another directory.
 */
export function unseenWideRecord(said: 'counts the byte' | 'does not'): Buffer {
  // long enough that no byte of the addresses is above 127, because the JDK decodes them as text of a comment
  const whole = zip([{ name: 'good.txt', body: 'x'.repeat(218), method: 0 }]);
  const directoryAt = whole.indexOf('PK\x01\x02', 0, 'latin1');
  const shown = whole.subarray(directoryAt, -END_BYTES);
  const wideBytes = zip64End(1, 0, 0).length;
  const hidden = zip([{ name: '../e', body: '' }]);
  const other = Buffer.from(hidden.subarray(hidden.indexOf('PK\x01\x02', 0, 'latin1'), -END_BYTES));
  other.writeUInt16LE(wideBytes, 32);
  const directory = Buffer.concat([shown, Buffer.alloc(wideBytes - shown.length, ' '), other]);
  directory.writeUInt16LE(directory.length - shown.length, 32);
  const end = endRecord(1, directory.length, directoryAt);
  const wideAt = directoryAt + directory.length + (said === 'counts the byte' ? 1 : 0);
  const wide = zip64End(1, directory.length, directoryAt, wideAt);
  return Buffer.concat([byte, whole.subarray(0, directoryAt), directory, wide, end]);
}
