import { bunzip2 } from './bzip2.ts';
import { gunzip } from './gzip.ts';
import type { PackedSource } from './source.ts';
import { unxz } from './xz.ts';
import { isZstd, unzstd } from './zstd.ts';

/** The number of bytes that identify a packing. */
export const packingBytes = 8;

type Chunks = Iterable<Buffer> | AsyncIterable<Buffer>;
type Unpack = (source: PackedSource, maxWindowBytes: number) => Chunks;

/**
 * Packings, identified by their first bytes: media types are often wrong, and programs that unpack layers ignore
 * them.
 */
const packings: readonly (readonly [starts: (head: Buffer) => boolean, unpack: Unpack])[] = [
  [startsWith('\x1f\x8b'), gunzip],
  [isZstd, unzstd],
  [startsWith('\xfd7zXZ\0'), unxz],
  [isBzip2, bunzip2],
];

/** The decoder for a file with this beginning; undefined for an unpacked file, or an unknown packing. */
export function unpackerOf(head: Buffer): Unpack | undefined {
  return packings.find(([starts]) => starts(head))?.[1];
}

function startsWith(magic: string): (head: Buffer) => boolean {
  return (head) => head.toString('latin1').startsWith(magic);
}

/** The first letters alone could begin a text: the signature of a block or of the end must follow. */
function isBzip2(head: Buffer): boolean {
  const text = head.toString('latin1');
  return /^BZh[1-9]/.test(text) && ['1AY&', '\x17rE8'].includes(text.slice(4, 8));
}
