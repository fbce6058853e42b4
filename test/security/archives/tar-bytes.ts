import { gzipSync } from 'node:zlib';

/** One tar entry byte by byte, so that a test can make exactly one fault. */
export interface TarSpec {
  name: string | Buffer;
  body?: Buffer | string;
  /** Type flag; `0` is a regular file. */
  type?: string;
  linkname?: string;
  mode?: number;
  /** Replaces the length of the body: a number, or the raw twelve bytes. */
  size?: number | Buffer;
  checksum?: number;
  magic?: string;
}

export function tarEntry(spec: TarSpec): Buffer {
  const body = Buffer.from(spec.body ?? '');
  const header = Buffer.alloc(512);
  Buffer.from(spec.name).copy(header, 0, 0, 100);
  header.write(octal(spec.mode ?? 0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  const size = spec.size ?? body.length;
  if (typeof size === 'number') header.write(octal(size, 11), 124);
  else size.copy(header, 124);
  header.write(octal(1_700_000_000, 11), 136);
  header.write(spec.type ?? '0', 156);
  header.write(spec.linkname ?? '', 157);
  header.write(spec.magic ?? 'ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0) + 8 * 0x20;
  header.write(`${octal(spec.checksum ?? sum, 6)}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

/** A pax extended header for the entry that follows. */
export function paxHeader(records: Record<string, string>, type: 'x' | 'g' = 'x'): Buffer {
  const body = Object.entries(records).map(([key, value]) => paxRecord(`${key}=${value}\n`));
  return tarEntry({ name: 'PaxHeader', type, body: Buffer.concat(body) });
}

/** A GNU long name for the entry that follows. */
export function longName(name: string): Buffer {
  return tarEntry({ name: '././@LongLink', type: 'L', magic: 'ustar  \0', body: `${name}\0` });
}

export const tarEnd = Buffer.alloc(1024);

export function tgz(...parts: Buffer[]): Buffer {
  return gzipSync(Buffer.concat([...parts, tarEnd]));
}

/** A base-256 number as GNU tar writes sizes beyond 8 GiB. */
export function base256(first: number, value: bigint): Buffer {
  const field = Buffer.alloc(12, first === 0xff ? 0xff : 0);
  field[0] = first;
  field.writeBigUInt64BE(BigInt.asUintN(64, value), 4);
  return field;
}

function paxRecord(content: string): Buffer {
  const length = Buffer.byteLength(content) + 1;
  let digits = 1;
  while (String(length + digits).length > digits) digits += 1;
  return Buffer.from(`${length + digits} ${content}`);
}

function octal(value: number, width: number): string {
  return value.toString(8).padStart(width, '0');
}
