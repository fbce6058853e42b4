import { crc32, deflateRawSync } from 'node:zlib';
import type { PackedFile } from './folder.ts';

const needed = 20;
const utf8Names = 0x0800;
const deflated = 8;
/** 1980-01-01, the earliest day a zip can name: equal input gives equal bytes. */
const fixedDate = 0x0021;

/** A zip archive of small files, all deflated. */
export function zip(files: readonly PackedFile[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const data = deflateRawSync(file.content, { level: 9 });
    const name = Buffer.from(file.path);
    const facts = factsOf(file.content, data, name);
    const local = Buffer.concat([signature(0x04034b50), facts, name, data]);
    directory.push(Buffer.concat([signature(0x02014b50), u16(needed), facts, centralRest(offset), name]));
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...bodies, central, endOf(files.length, central.length, offset)]);
}

/** The fields that the local header and the central directory share. */
function factsOf(content: Buffer, data: Buffer, name: Buffer): Buffer {
  return Buffer.concat([
    ...[needed, utf8Names, deflated, 0, fixedDate].map(u16),
    ...[crc32(content), data.length, content.length].map(u32),
    ...[name.length, 0].map(u16),
  ]);
}

/** No comment, first disk, no attributes. */
function centralRest(offset: number): Buffer {
  return Buffer.concat([u16(0), u16(0), u16(0), u32(0), u32(offset)]);
}

function endOf(entries: number, size: number, offset: number): Buffer {
  const counts = [0, 0, entries, entries].map(u16);
  return Buffer.concat([signature(0x06054b50), ...counts, u32(size), u32(offset), u16(0)]);
}

const signature = u32;

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
