import type { Part } from '../../domain/publication.ts';
import { magicOf } from '../magic-bytes.ts';
import type { FileBody } from './peek-start.ts';

/** Archive formats without a decoder, by their first bytes. */
const unopened: readonly (readonly [name: string, magic: string])[] = [
  ['a zip archive', 'PK\x03\x04'],
  ['a zip archive', 'PK\x05\x06'],
  ['a 7z archive', '7z\xbc\xaf\x27\x1c'],
  ['a RAR archive', 'Rar!\x1a\x07'],
  ['lz4 data', '\x04\x22\x4d\x18'],
  ['lzip data', 'LZIP'],
  ['LZMA data', '\x5d\0\0'],
  ['compress data', '\x1f\x9d'],
  ['a squashfs file system', 'hsqs'],
  ['a cpio archive', '07070'],
  ['an ar archive', '!<arch>\n'],
  ['a cabinet file', 'MSCF'],
];

/** The format of an archive without a decoder; undefined for all other files. */
export function unopenedFormat(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 16);
  return unopened.find(([, magic]) => start.startsWith(magic))?.[0];
}

/** Why the contents of a file that can't be opened as an archive are unknown; undefined if they were inspected. */
export function reasonNotInspected(
  { bytes, isWhole }: FileBody,
  format: Part['format'],
  isText: boolean,
): string | undefined {
  const known = unopenedFormat(bytes);
  if (known !== undefined) return `it is ${known}`;
  if (format === 'layer' && bytes.length > 0) return 'it is not a tar archive, or damaged';
  if (isText || bytes.length === 0) return undefined;
  const magic = magicOf(bytes);
  if (magic === 'other-archive' || magic === 'gzip') return 'it is packed more than once';
  if (magic !== undefined) return undefined;
  return isWhole ? 'it is of an unknown format' : `it is no archive, and longer than ${bytes.length} bytes`;
}
