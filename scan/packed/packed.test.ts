import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bitsWriter, lzma2Plain, xzBlock, xzStream } from './fixtures/build.ts';
import { numbersBzip2, numbersXz, zerosBzip2, zerosXz } from './fixtures/samples.ts';
import { packingBytes, unpackerOf } from './detect-packing.ts';
import { fileSource } from '../byte-source.ts';
import { Damaged, sourceOf, Unsupported } from './source.ts';

const MiB = 1024 * 1024;
const numbers = Array.from({ length: 500 }, (_, index) => `${index + 1}\n`).join('');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-packed-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Unpacked {
  bytes: Buffer;
  isAtEnd: boolean;
  error: unknown;
}

async function unpack(packed: Buffer, limits: { window?: number; stopAt?: number } = {}): Promise<Unpacked> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, packed);
  using bytes = fileSource(path);
  const source = sourceOf(bytes);
  const unpacker = unpackerOf(source.peek(packingBytes));
  if (!unpacker) throw new Error('not known');
  const chunks: Buffer[] = [];
  let length = 0;
  let error: unknown;
  try {
    for await (const chunk of unpacker(source, limits.window ?? 8 * MiB)) {
      chunks.push(Buffer.from(chunk));
      length += chunk.length;
      if (length > (limits.stopAt ?? Infinity)) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { bytes: Buffer.concat(chunks), isAtEnd: source.isAtEnd(), error };
}

const skippable = (length: number) =>
  Buffer.concat([Buffer.from([0x5a, 0x2a, 0x4d, 0x18, length, 0, 0, 0]), Buffer.alloc(length, 1)]);

const samples = [
  ['gzip', gzipSync(numbers)],
  ['zstd', zstdCompressSync(numbers)],
  ['xz', numbersXz],
  ['bzip2', numbersBzip2],
] as const;

describe.each(samples)('%s', (_name, packed) => {
  test('is unpacked to its end', async () => {
    const { bytes, isAtEnd, error } = await unpack(packed);

    expect([bytes.toString(), isAtEnd, error]).toEqual([numbers, true, undefined]);
  });

  test('several behind each other are one', async () => {
    const { bytes, isAtEnd, error } = await unpack(Buffer.concat([packed, packed, packed]));

    expect([bytes.toString(), isAtEnd, error]).toEqual([numbers.repeat(3), true, undefined]);
  });

  test('what follows behind it is left, and what came before counts', async () => {
    const { bytes, isAtEnd } = await unpack(Buffer.concat([packed, Buffer.from('something else')]));

    expect([bytes.toString(), isAtEnd]).toEqual([numbers, false]);
  });

  test('cut off anywhere it is damaged', async () => {
    for (let length = packingBytes; length < packed.length; length += 7) {
      const { bytes, error } = await unpack(packed.subarray(0, length));

      expect([length, error]).toEqual([length, expect.any(Damaged)]);
      expect(numbers.startsWith(bytes.toString())).toBe(true);
    }
  });

  test('with any of its bytes changed it ends, and says no more than that it is damaged', async () => {
    for (let at = packingBytes; at < packed.length; at += 3) {
      const changed = Buffer.from(packed);
      changed[at] = (changed[at] ?? 0) ^ (1 + (at % 255));

      const { error } = await unpack(changed, { stopAt: 4 * MiB });

      const isTold = error === undefined || error instanceof Damaged || error instanceof Unsupported;
      expect([at, isTold ? '' : error]).toEqual([at, '']);
    }
  });
});

describe('gzip', () => {
  test('goes on behind empty space', async () => {
    const { bytes } = await unpack(Buffer.concat([gzipSync('a'), Buffer.alloc(100_000), gzipSync('b')]));

    expect(bytes.toString()).toBe('ab');
  });
});

describe('zstd', () => {
  test('may begin with frames to skip, and have them between others', async () => {
    const [a, b] = [zstdCompressSync('a'), zstdCompressSync('b')];

    const { bytes, isAtEnd } = await unpack(Buffer.concat([skippable(5), a, skippable(0), b, skippable(9)]));

    expect([bytes.toString(), isAtEnd]).toEqual(['ab', true]);
  });

  test('frames of all sizes follow each other', async () => {
    const parts = [randomBytes(600_000), Buffer.alloc(20 * MiB, 7), Buffer.from('end')];

    const { bytes } = await unpack(Buffer.concat(parts.map((part) => zstdCompressSync(part))));

    expect(bytes.equals(Buffer.concat(parts))).toBe(true);
  });

  test('that needs a larger window or a dictionary is not opened', async () => {
    const frame = (...header: number[]) => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...header, 0x01, 0x00, 0x00]);

    expect((await unpack(frame(0x00, 13 << 3))).error).toBeUndefined();
    expect((await unpack(frame(0x00, 14 << 3))).error).toEqual(expect.any(Unsupported));
    expect((await unpack(frame(0x00, 21 << 3))).error).toEqual(expect.any(Unsupported));
    expect((await unpack(frame(0x01, 10 << 3, 0x55))).error).toEqual(expect.any(Unsupported));
  });
});

describe('xz', () => {
  const plain = (text: string, window?: number) => xzBlock(lzma2Plain(text), window);

  test('of several blocks and streams with empty space between them', async () => {
    const packed = Buffer.concat([
      xzStream([plain('a'), plain('bb'), plain('')]),
      Buffer.alloc(8),
      xzStream([]),
      xzStream([plain('c')]),
    ]);

    const { bytes, isAtEnd, error } = await unpack(packed);

    expect([bytes.toString(), isAtEnd, error]).toEqual(['abbc', true, undefined]);
  });

  test('that needs a larger window is not opened, wherever it says so', async () => {
    const [small, large, huge] = [22, 26, 40];

    expect((await unpack(xzStream([plain('a', small)]))).error).toBeUndefined();
    for (const window of [large, huge]) {
      const { bytes, error } = await unpack(xzStream([plain('a', small), plain('b', window)]));
      expect([bytes.toString(), error]).toEqual(['a', expect.any(Unsupported)]);
    }
  });

  test('that only claims a large window costs no memory', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const { bytes } = await unpack(xzStream([plain('a', 38)]), { window: 2 ** 31 });

    expect(bytes.toString()).toBe('a');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MiB);
  });

  test('with another filter is not opened', async () => {
    const x86 = Buffer.concat([Buffer.from([2, 1, 4, 0, 0x21, 1, 22, 0]), Buffer.alloc(4)]);

    expect((await unpack(xzStream([Buffer.concat([x86, lzma2Plain('a')])]))).error).toEqual(
      expect.any(Unsupported),
    );
  });

  test('that counts blocks which are not there is damaged', async () => {
    expect((await unpack(xzStream([plain('a')], 2 ** 40))).error).toEqual(expect.any(Damaged));
  });

  test('that refers to what was not there is damaged', async () => {
    for (const piece of [
      [0x02, 0x00, 0x00, 0x61],
      [0xc0, 0x00, 0x00, 0x00, 0x04, 0x5d, 0, 0, 0, 0, 0],
      [0x01, 0x00, 0x00, 0x61, 0x80, 0x00, 0x00, 0x00, 0x04, 0, 0, 0, 0, 0],
    ]) {
      const packed = xzStream([xzBlock(Buffer.from([...piece, 0]))]);
      expect((await unpack(packed)).error).toEqual(expect.any(Damaged));
    }
  });

  test('may expand as much as the reader asks for', async () => {
    const all = await unpack(zerosXz);
    const some = await unpack(zerosXz, { stopAt: 3 * MiB });

    expect([all.bytes.length, all.bytes.every((byte) => byte === 0)]).toEqual([8_000_000, true]);
    expect(some.bytes.length).toBeLessThan(6 * MiB);
  });
});

describe('bzip2', () => {
  test('is handed out in pieces, however much is in a block', async () => {
    const { bytes } = await unpack(zerosBzip2, { stopAt: MiB });

    expect(bytes.length).toBeLessThan(2 * MiB);
    expect((await unpack(zerosBzip2)).bytes.length).toBe(64_000_000);
  });

  /** A block of one letter with only two-bit codes: 00 and 01 are run-length digits, 10 is the end of the run. */
  function blockOf(codes: readonly string[], { selectors = 1, origin = 0 } = {}): Buffer {
    const bits = bitsWriter();
    bits.put(0x42_5a_68, 24).put(0x39, 8).put(0x31_41_59, 24).put(0x26_53_59, 24).put(0, 32);
    bits.put(0, 1).put(origin, 24).put(0x0200, 16).put(0x4000, 16).put(2, 3).put(selectors, 15);
    for (let index = 0; index < selectors; index += 1) bits.put(0, 1);
    for (let table = 0; table < 2; table += 1) bits.put(2, 5).put(0, 3);
    for (const code of codes) bits.put(Number.parseInt(code, 2), code.length);
    return bits.put(0x17_72_45, 24).put(0x38_50_90, 24).put(0, 32).bytes();
  }

  test('with a run is unpacked', async () => {
    const { bytes, error } = await unpack(blockOf(['00', '00', '10']));

    expect([bytes.toString('latin1'), error]).toEqual([String.fromCharCode(0x61).repeat(3), undefined]);
  });

  test.each([
    ['a run that fits into no block', blockOf(Array.from({ length: 49 }, () => '01'))],
    ['a run that is longer than its block', blockOf(Array.from({ length: 20 }, () => '01').concat('10'))],
    ['more symbols than codes', blockOf(Array.from({ length: 51 }, () => '00'))],
    ['a code word that means nothing', blockOf(['11'])],
    ['a beginning outside', blockOf(['00', '10'], { origin: 1 })],
    ['no codes at all', blockOf(['00', '10'], { selectors: 0 })],
  ])('with %s is damaged', async (_what, packed) => {
    expect((await unpack(packed)).error).toEqual(expect.any(Damaged));
  });

  test('with more codes than a block can use is unpacked', async () => {
    const { bytes } = await unpack(blockOf(['00', '10'], { selectors: 32_767 }));

    expect(bytes.length).toBe(1);
  });

  test('of many empty streams can be stopped on the way', async () => {
    const empty = Buffer.from('425a683917724538509000000000', 'hex');
    const path = join(folder, 'empty');
    await writeFile(path, Buffer.concat(Array.from({ length: 1000 }, () => empty)));
    using bytes = fileSource(path);
    const source = sourceOf(bytes);
    let steps = 0;

    for await (const chunk of unpackerOf(source.peek(packingBytes))?.(source, MiB) ?? []) {
      steps += 1;
      expect(chunk.length).toBe(0);
    }

    expect([steps, source.isAtEnd()]).toEqual([1000, true]);
  });
});
