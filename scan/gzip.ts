import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { type FileRange, inflateFile } from './inflate.ts';
import { type ArchiveLimits, scanLimits } from './limits.ts';
import { assertExpansion, refusal } from './refusal.ts';

const TRAILER_BYTES = 8;
const maxHeaderBytes = scanLimits['gzip name'].bytes;
const flag = { headerCrc: 2, extra: 4, name: 8, comment: 16 } as const;

/** {@link gunzipRange} of a whole file. */
export function gunzipFile(path: string, size: number, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  return gunzipRange({ path, start: 0, end: size }, limits);
}

/**
 * The content of a file that must be exactly one gzip member (RFC 1952): some readers stop after the first member and
 * others continue, so two members are two different packages.
 */
export async function* gunzipRange(range: FileRange, limits: ArchiveLimits): AsyncGenerator<Buffer> {
  const { path, end } = range;
  const start = await findDeflateStart(range);
  const inflation = inflateFile({ path, start, end });
  let produced = 0;
  let checksum = 0;
  for await (const chunk of inflation.chunks) {
    produced += chunk.length;
    assertExpansion(produced, inflation.consumed(), limits);
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  const trailerAt = start + inflation.consumed();
  if (trailerAt + TRAILER_BYTES > end) throw refusal('the gzip data is cut off');
  if (trailerAt + TRAILER_BYTES < end) throw refusal('the archive has data behind its gzip member');
  const trailer = await readAt(path, trailerAt, TRAILER_BYTES);
  if (trailer.readUInt32LE(0) !== checksum) throw refusal('the gzip checksum is wrong');
  if (trailer.readUInt32LE(4) !== produced % 2 ** 32) throw refusal('the gzip length is wrong');
}

async function findDeflateStart({ path, start, end }: FileRange): Promise<number> {
  const header = await readAt(path, start, Math.min(end - start, maxHeaderBytes));
  const flags = header[3] ?? 0;
  if (header.length < 18 || header.readUInt16BE(0) !== 0x1f8b) throw refusal('the archive is not gzip data');
  if (header[2] !== 8 || (flags & 0xe0) !== 0) throw refusal('the gzip header uses unknown features');
  let at = 10;
  if (flags & flag.extra) at += 2 + header.readUInt16LE(at);
  if (flags & flag.name) at = afterNul(header, at);
  if (flags & flag.comment) at = afterNul(header, at);
  if (flags & flag.headerCrc) at += 2;
  if (at >= header.length) throw refusal('the gzip header is too long or cut off');
  return start + at;
}

function afterNul(header: Buffer, from: number): number {
  const nul = header.indexOf(0, from);
  if (nul === -1) throw refusal('the gzip header is too long or cut off');
  return nul + 1;
}

export async function readAt(path: string, position: number, length: number): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
