import { crc32, deflateRawSync } from 'node:zlib';

/** The fields of a header; central and local header can differ. */
export interface ZipFields {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  extra: Buffer;
}

export interface ZipSpec {
  name: string | Buffer;
  body?: Buffer | string;
  /** 0 stored, 8 deflated. */
  method?: number;
  flags?: number;
  /** Unix mode with file type bits. */
  mode?: number;
  both?: Partial<ZipFields>;
  local?: Partial<ZipFields>;
  central?: Partial<ZipFields> & { offset?: number; disk?: number };
  /** Replaces the compressed body. */
  stored?: Buffer;
  /** Bytes after the data: a data descriptor, or hidden content. */
  after?: Buffer;
}

export interface ZipOptions {
  prefix?: Buffer;
  suffix?: Buffer;
  comment?: Buffer;
  count?: number;
  /** Adds a zip64 end record and locator; the count may be false. */
  zip64Count?: number;
}

const utf8 = 0x800;

/** A zip byte by byte, so that a test can make exactly one fault. */
export function zip(specs: readonly ZipSpec[], options: ZipOptions = {}): Buffer {
  const prefix = options.prefix ?? Buffer.alloc(0);
  const parts: Buffer[] = [prefix];
  const directory: Buffer[] = [];
  let at = prefix.length;
  for (const spec of specs) {
    const { fields, stored } = describe(spec);
    const local = Buffer.concat([
      localHeader({ ...fields, ...spec.local }),
      stored,
      spec.after ?? Buffer.alloc(0),
    ]);
    directory.push(centralHeader({ ...fields, ...spec.central }, spec, spec.central?.offset ?? at));
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const count = options.count ?? specs.length;
  parts.push(central);
  if (options.zip64Count !== undefined) parts.push(zip64End(options.zip64Count, central.length, at));
  parts.push(endRecord(count, central.length, at, options.comment));
  parts.push(options.suffix ?? Buffer.alloc(0));
  return Buffer.concat(parts);
}

/** The data descriptor of a streaming writer. */
export function descriptor(crc: number, compressedSize: number, size: number): Buffer {
  return u32(0x08074b50, crc, compressedSize, size);
}

/** The Info-ZIP extra field that gives an entry a second name. */
export function unicodePath(name: string): Buffer {
  const value = Buffer.concat([Buffer.from([1]), u32(0), Buffer.from(name)]);
  return Buffer.concat([u16(0x7075, value.length), value]);
}

function describe(spec: ZipSpec): { fields: ZipFields; stored: Buffer } {
  const body = Buffer.from(spec.body ?? '');
  const method = spec.method ?? (body.length > 0 ? 8 : 0);
  const stored = spec.stored ?? (method === 8 ? deflateRawSync(body) : body);
  const fields = {
    name: Buffer.from(spec.name),
    flags: spec.flags ?? utf8,
    method,
    crc: crc32(body),
    compressedSize: stored.length,
    size: body.length,
    extra: Buffer.alloc(0),
    ...spec.both,
  };
  return { fields, stored };
}

function localHeader(fields: ZipFields): Buffer {
  return Buffer.concat([
    u32(0x04034b50),
    u16(20, fields.flags, fields.method, 0, 0x5a21),
    u32(fields.crc, fields.compressedSize, fields.size),
    u16(fields.name.length, fields.extra.length),
    fields.name,
    fields.extra,
  ]);
}

function centralHeader(fields: ZipFields & { disk?: number }, spec: ZipSpec, offset: number): Buffer {
  return Buffer.concat([
    u32(0x02014b50),
    u16(0x0314, 20, fields.flags, fields.method, 0, 0x5a21),
    u32(fields.crc, fields.compressedSize, fields.size),
    u16(fields.name.length, fields.extra.length, 0, fields.disk ?? 0, 0),
    u32((spec.mode ?? 0o100644) * 0x10000, offset),
    fields.name,
    fields.extra,
  ]);
}

/** The zip64 end record and its locator, which may name another offset. */
export function zip64End(count: number, size: number, offset: number, said = offset + size): Buffer {
  const record = [u32(0x06064b50), u64(44), u16(45, 45), u32(0, 0), u64(count, count, size, offset)];
  return Buffer.concat([...record, u32(0x07064b50, 0), u64(said), u32(1)]);
}

/** The record that ends a zip. */
export function endRecord(
  count: number,
  size: number,
  offset: number,
  comment: Buffer = Buffer.alloc(0),
): Buffer {
  const counts = u16(0, 0, count, count);
  return Buffer.concat([u32(0x06054b50), counts, u32(size, offset), u16(comment.length), comment]);
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value % 2 ** 16, index * 2);
  return bytes;
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value % 2 ** 32, index * 4);
  return bytes;
}

function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), index * 8);
  return bytes;
}
