import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Texts this short gain nothing from Huffman codes. */
const storeBelow = 64;
const level = 5;

/**
 * Compresses a part so that parts can follow each other in one stream: each ends on a whole byte, is not the last
 * block and refers to no byte before it.
 */
export function deflatePart(body: Uint8Array): Uint8Array {
  if (body.length < storeBelow) return storedBlock(body);
  return deflateRawSync(body, { level, finishFlush: constants.Z_SYNC_FLUSH });
}

/** RFC 1951 3.2.4; the database writes the text between two parts in the same form. */
function storedBlock(body: Uint8Array): Uint8Array {
  const block = Buffer.alloc(5 + body.length);
  block.writeUInt16LE(body.length, 1);
  block.writeUInt16LE(~body.length & 0xff_ff, 3);
  block.set(body, 5);
  return block;
}

/** RFC 1952 2.3: no name, no time, unknown operating system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const end = Buffer.from([3, 0]);

/** One gzip member, which every client reads, of separately compressed parts; `body` is their joined text. */
export function gzipOf(deflated: Uint8Array, body: Uint8Array): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(body), 0);
  trailer.writeUInt32LE(body.length % 2 ** 32, 4);
  return Buffer.concat([header, deflated, end, trailer]);
}
