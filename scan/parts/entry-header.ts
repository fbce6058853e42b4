import { isUtf8 } from 'node:buffer';
import { BLOCK, hasGnuMagic, linkAt, prefixAt } from '../tar-header.ts';
import { PartStop } from './part-stop.ts';

export interface EntryHeader {
  /** `skipped`: the long target of a link; its data is skipped. */
  kind: 'file' | 'other' | 'pax' | 'pax-global' | 'long-name' | 'skipped';
  name: string;
  size: number;
  mode: number;
  /** Whether further blocks with the map of a sparse file follow. */
  hasSparseMap: boolean;
  /** Why readers continue at different positions after this header, or read different content; continues "it has". */
  ambiguity: string | undefined;
}

const kinds: Record<string, EntryHeader['kind']> = {
  '\0': 'file',
  '0': 'file',
  '7': 'file',
  S: 'file',
  '1': 'other',
  '2': 'other',
  '3': 'other',
  '4': 'other',
  '5': 'other',
  '6': 'other',
  x: 'pax',
  X: 'pax',
  g: 'pax-global',
  L: 'long-name',
  K: 'skipped',
};

/** Types whose content every reader skips. */
const plainTypes: ReadonlySet<string> = new Set(['\0', '0', 'x', 'X', 'g', 'L', 'K']);

/** Larger sizes do not fit into octal digits. */
const octalSizes = 8 ** 11;

/** Whether an archive may begin with this block: the header of an entry, or the end mark of an empty archive. */
export function isTarHeader(block: Buffer): boolean {
  return block.length === BLOCK && (hasChecksum(block) || block.every((byte) => byte === 0));
}

/** Parses a header of any tar dialect. @throws PartStop for any other block */
export function parseEntryHeader(block: Buffer): EntryHeader {
  if (!hasChecksum(block)) throw new PartStop('it is not a tar archive, or damaged', 'unreadable');
  const size = number(block, 124, 12);
  if (!Number.isSafeInteger(size)) throw new PartStop('it has an entry of an impossible size', 'limit');
  const type = String.fromCharCode(block[156] ?? 0);
  // readers treat unknown types as files
  const kind = kinds[type] ?? 'file';
  const name = text(block, 0, 100);
  const prefix = block.toString('latin1', 257, 263) === 'ustar\0' ? text(block, 345, 155) : '';
  const path = prefix === '' ? name : `${prefix}/${name}`;
  return {
    // in old archives only the trailing slash identifies a folder
    kind: kind === 'file' && path.endsWith('/') ? 'other' : kind,
    name: path,
    size,
    mode: number(block, 100, 8) & 0o7777,
    hasSparseMap: type === 'S' && block[482] === 1,
    ambiguity: ambiguityOf(block, { type, size }),
  };
}

function ambiguityOf(block: Buffer, { type, size }: { type: string; size: number }): string | undefined {
  if (type === 'S') return 'a sparse file';
  if (block[linkAt] !== 0 && !/[12xg]/.test(type)) return 'a link target in an entry that is no link';
  if (!plainTypes.has(type) && size > 0) return 'content in an entry that some readers expect none of';
  if (hasGnuMagic(block) && block[prefixAt] !== 0) return 'a path that some readers put in front of another';
  const isBinary = (block[124] ?? 0) >= 0x80;
  return isBinary && size < octalSizes ? 'a size in a form that not every reader takes' : undefined;
}

/** Checks both sums: some writers summed signed bytes. */
function hasChecksum(block: Buffer): boolean {
  let unsigned = 8 * 0x20;
  let signed = unsigned;
  for (let at = 0; at < BLOCK; at += 1) {
    if (at >= 148 && at < 156) continue;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  const claimed = number(block, 148, 8);
  return claimed === unsigned || claimed === signed;
}

/** Octal digits, or a big-endian number if the first bit is set. */
function number(block: Buffer, offset: number, length: number): number {
  const first = block[offset] ?? 0;
  if (first < 0x80) {
    const digits = /[0-7]+/.exec(block.toString('latin1', offset, offset + length))?.[0];
    return digits === undefined ? 0 : Number.parseInt(digits, 8);
  }
  let value = first & 0x7f;
  for (let at = offset + 1; at < offset + length; at += 1) value = value * 256 + (block[at] ?? 0);
  return value;
}

function text(block: Buffer, offset: number, length: number): string {
  const field = block.subarray(offset, offset + length);
  const nul = field.indexOf(0);
  const bytes = field.subarray(0, nul === -1 ? length : nul);
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
