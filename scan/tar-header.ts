import { refusal } from './refusal.ts';

export const BLOCK = 512;

export type TarKind = 'file' | 'directory' | 'pax' | 'pax-global' | 'long-name' | 'refused';

export interface TarHeader {
  /** Undecoded, because a pax or GNU record may replace it. */
  name: Buffer;
  size: number;
  mode: number;
  kind: TarKind;
  /** The kind as a word for sentences; refused kinds include their article. */
  what: string;
}

const kinds: Record<string, { kind: TarKind; what: string }> = {
  '\0': { kind: 'file', what: 'file' },
  '0': { kind: 'file', what: 'file' },
  '1': { kind: 'refused', what: 'a hard link' },
  '2': { kind: 'refused', what: 'a symbolic link' },
  '3': { kind: 'refused', what: 'a character device' },
  '4': { kind: 'refused', what: 'a block device' },
  '5': { kind: 'directory', what: 'directory' },
  '6': { kind: 'refused', what: 'a named pipe' },
  K: { kind: 'refused', what: 'a link with a long target' },
  L: { kind: 'long-name', what: 'long name' },
  S: { kind: 'refused', what: 'a sparse file' },
  g: { kind: 'pax-global', what: 'pax header' },
  x: { kind: 'pax', what: 'pax header' },
};

/** The offset of the beginning of the path in POSIX. */
export const prefixAt = 345;

/** The offset of the target of a link. */
export const linkAt = 157;

export function hasGnuMagic(block: Buffer): boolean {
  return block.toString('latin1', 257, 265) === 'ustar  \0';
}

/** Reads one header block in the POSIX or GNU dialect. @throws DomainError `invalid_archive` */
export function parseTarHeader(block: Buffer): TarHeader {
  if (checksum(block) !== octal(block, 148, 8, 'checksum'))
    throw refusal('a tar header has a wrong checksum');
  const magic = block.toString('latin1', 257, 265);
  if (magic !== 'ustar\x0000' && !hasGnuMagic(block)) throw refusal('a tar header has an unknown format');
  const name = text(block, 0, 100);
  // After the GNU magic these bytes are times and sparse maps, but Python and RubyGems read them as a path.
  if (hasGnuMagic(block) && block[prefixAt] !== 0)
    throw refusal('a tar header has a path that is read in two ways');
  const prefix = magic === 'ustar\x0000' ? text(block, prefixAt, prefixBytes(block)) : Buffer.alloc(0);
  const type = String.fromCharCode(block[156] ?? 0);
  // npm's reader skips only the header, and reads the content as the next header
  if (block[linkAt] !== 0 && !/[12xg]/.test(type)) throw refusal('a tar header of no link has a link target');
  const meaning = kinds[type] ?? { kind: 'refused', what: 'an entry of an unknown type' };
  return {
    ...meaning,
    name: prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name,
    size: octal(block, 124, 12, 'size'),
    mode: octal(block, 100, 8, 'mode') & 0o7777,
  };
}

/**
 * npm's packer writes two times after the end of a prefix, as xstar did. Readers end a prefix at its first NUL.
 * https://github.com/isaacs/node-tar
 */
function prefixBytes(block: Buffer): number {
  const times = block.toString('latin1', 476, 500);
  return block[475] === 0 && /^(?:[0-7]{11}[ \0]){2}$/.test(times) ? 131 : 155;
}

function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let i = 0; i < 148; i++) sum += block[i] ?? 0;
  for (let i = 156; i < BLOCK; i++) sum += block[i] ?? 0;
  return sum;
}

/**
 * Refuses all forms but octal, including base-256 numbers: no accepted size needs those, and readers disagree on
 * them.
 */
function octal(block: Buffer, offset: number, length: number, what: string): number {
  const digits = /^ *([0-7]+[ \0]*|\0[ \0]*)?$/.exec(block.toString('latin1', offset, offset + length));
  if (digits === null) throw refusal(`a tar header has a ${what} that is not an octal number`);
  // bytes after the digits are ignored
  return Number.parseInt(digits[1] ?? '', 8) || 0;
}

function text(block: Buffer, offset: number, length: number): Buffer {
  const field = block.subarray(offset, offset + length);
  const nul = field.indexOf(0);
  if (nul === -1) return Buffer.from(field);
  if (field.subarray(nul).some((byte) => byte !== 0)) throw refusal('a tar header hides bytes behind a name');
  return Buffer.from(field.subarray(0, nul));
}
