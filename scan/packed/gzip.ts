import { createInflateRaw } from 'node:zlib';
import { Damaged, nothing, type PackedSource, skipZeros } from './source.ts';
import { streamed } from './streamed.ts';

const chunkSize = 256 * 1024;
const maxNameBytes = 64 * 1024;
const trailerBytes = 8;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;

/**
 * The content of all gzip members behind each other, with empty space between them. The runtime's own reader of gzip
 * gives nothing when something else follows. @throws Damaged
 */
export async function* gunzip(source: PackedSource): AsyncGenerator<Buffer> {
  do {
    skipHeader(source);
    yield* streamed(source, createInflateRaw({ chunkSize }));
    source.take(trailerBytes);
    yield nothing;
    yield* skipZeros(source);
  } while (source.peek(2).equals(Buffer.from([0x1f, 0x8b])));
}

function skipHeader(source: PackedSource): void {
  const header = source.take(10);
  const flags = header[3] ?? 0;
  if (header[2] !== 8 || (flags & 0xe0) !== 0) throw new Damaged('it has a header that is none');
  if ((flags & flag.extra) !== 0) source.take(source.take(2).readUInt16LE(0));
  if ((flags & flag.name) !== 0) skipName(source);
  if ((flags & flag.comment) !== 0) skipName(source);
  if ((flags & flag.headerCrc) !== 0) source.take(2);
}

function skipName(source: PackedSource): void {
  for (let length = 0; source.byte() !== 0; length += 1) {
    if (length > maxNameBytes) throw new Damaged('it has a header that does not end');
  }
}
