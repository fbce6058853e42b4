import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBlocking } from '../../domain/findings.ts';
import { xzStream } from '../packed/fixtures/build.ts';
import { scanPart } from './task.ts';

const generousMs = 5000;

let folder = '';
let tar: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-members-'));
  tar = await manyFiles(5000);
});
afterAll(() => rm(folder, { recursive: true }));

/** The finding in the last file shows that the scan reached the end. */
async function manyFiles(count: number): Promise<Buffer> {
  const archive = pack();
  const bytes = buffer(archive);
  for (let index = 0; index < count; index += 1) archive.entry({ name: `files/${index}` }, `${index}\n`);
  archive.entry({ name: 'usr/bin/last', mode: 0o4755 }, 'x');
  archive.finalize();
  return bytes;
}

async function scanBytes(bytes: Buffer) {
  const path = join(folder, 'part');
  await writeFile(path, bytes);
  return scanPart({ path, format: 'layer', limits: { timeMs: 60_000 } });
}

/** Frames for random access: a header in one piece, a body in the next. */
function inBatches(bytes: Buffer, packed: (piece: Buffer) => Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 512) pieces.push(packed(bytes.subarray(at, at + 512)));
  return Buffer.concat(pieces);
}

function filled(bytes: number, piece: Buffer): Buffer {
  return Buffer.alloc(Math.floor(bytes / piece.length) * piece.length, piece);
}

const gzip = (bytes: Buffer) => gzipSync(bytes);
const zstd = (bytes: Buffer) => zstdCompressSync(bytes);
const emptyBzip2 = Buffer.from('425a683917724538509000000000', 'hex');
const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);

describe('a part of many compressed pieces', () => {
  test.each([
    ['gzip', gzip],
    ['zstd', zstd],
  ])('with content is read to its end: %s', async (_packing, packed) => {
    const pieces = inBatches(tar, packed);
    const begin = performance.now();

    const scan = await scanBytes(pieces);

    expect(scan).toMatchObject({ files: 5001, uninspected: null, findings: [{ file: 'usr/bin/last' }] });
    expect(performance.now() - begin).toBeLessThan(2 * generousMs);
  });

  test.each([
    ['gzip', gzip],
    ['zstd', zstd],
  ])('with a few that are empty is read to its end: %s', async (_packing, packed) => {
    const piece = packed(Buffer.alloc(0));
    const some = Buffer.concat([
      filled(piece.length * 64, piece),
      packed(tar),
      filled(piece.length * 64, piece),
    ]);

    const scan = await scanBytes(some);

    expect(scan).toMatchObject({ uninspected: null, findings: [{ file: 'usr/bin/last' }] });
  });

  test.each([
    ['gzip', gzip(Buffer.alloc(0)), gzip],
    ['zstd', zstd(Buffer.alloc(0)), zstd],
    ['frames to skip', skippable, zstd],
    ['xz', xzStream([]), () => Buffer.alloc(0)],
    ['bzip2', emptyBzip2, () => Buffer.alloc(0)],
  ])('that are empty is held at once: %s', async (_packing, empty, packed) => {
    const bytes = Buffer.concat([filled(1_000_000, empty), packed(tar)]);
    const begin = performance.now();

    const scan = await scanBytes(bytes);

    expect(performance.now() - begin).toBeLessThan(generousMs);
    expect(scan.findings).toMatchObject([
      { title: 'Layer made to hide its contents', kind: 'archive_bomb', file: null },
    ]);
    expect(scan.findings.every(isBlocking)).toBe(true);
    expect(scan.uninspected).toMatchObject({ why: expect.stringContaining('pieces'), isLimit: true });
  });

  test.each([
    ['gzip', gzip],
    ['zstd', zstd],
  ])('that are empty or almost is held soon: %s', async (_packing, packed) => {
    const round = Buffer.concat([filled(60 * 30, packed(Buffer.alloc(0))), packed(Buffer.from('x'))]);
    const begin = performance.now();

    const scan = await scanBytes(filled(1_000_000, round));

    expect(scan.findings).toMatchObject([{ title: 'Layer made to hide its contents' }]);
    expect(performance.now() - begin).toBeLessThan(2 * generousMs);
  });

  test('that are empty behind a part of the archive keeps what was found before', async () => {
    const head = await manyFiles(0);
    const bytes = [head.subarray(0, 1024), head.subarray(1024)].map((piece) => zstd(piece));
    const hidden = Buffer.concat([
      bytes[0] ?? head,
      filled(100_000, zstd(Buffer.alloc(0))),
      bytes[1] ?? head,
    ]);

    const scan = await scanBytes(hidden);

    expect(scan.findings.map(({ severity }) => severity)).toEqual(['critical', 'medium']);
    expect(scan.uninspected?.entries).toBe(1);
  });
});
