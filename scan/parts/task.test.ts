import { createToken } from '../../domain/token.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../domain/digest.ts';
import { isBlocking } from '../../domain/findings.ts';
import { lzma2Plain, xzBlock, xzStream } from '../packed/fixtures/build.ts';
import { layerBzip2, layerXz, zerosBzip2, zerosXz } from '../packed/fixtures/samples.ts';
import type { PartLimits } from './limits.ts';
import { notInspected } from './part-findings.ts';
import { scanPart } from './task.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-parts-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Entry {
  name: string;
  body?: string | Buffer;
  mode?: number;
  type?: 'file' | 'directory' | 'symlink' | 'link' | 'character-device' | 'fifo';
  linkname?: string;
}

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const tar = pack();
  const bytes = buffer(tar);
  for (const { body = '', ...header } of entries) tar.entry(header, body);
  tar.finalize();
  return bytes;
}

async function scanBytes(
  bytes: Buffer,
  format: 'layer' | 'file' = 'layer',
  limits: Partial<PartLimits> = {},
) {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, bytes);
  return scanPart({ path, format, limits });
}

/** Made of random bytes, so that no text of this repository looks like a credential. */
function makeToken(): string {
  const letters = randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `ghp_${letters.slice(0, 36)}`;
}

function makePrivateKey(): string {
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PRIVATE KEY-----`);
  return `${begin}\n${randomBytes(300).toString('base64')}\n${end}\n`;
}

const severities = (scan: Awaited<ReturnType<typeof scanPart>>) =>
  scan.findings.map(({ title, severity, file }) => ({ title, severity, file }));

describe('what is normal in a layer', () => {
  const usual: Entry[] = [
    { name: '/etc/absolute', body: 'x' },
    { name: '../../etc/up', body: 'x' },
    { name: 'bin', type: 'symlink', linkname: 'usr/bin' },
    { name: 'usr/bin/same', type: 'link', linkname: 'usr/bin/other' },
    { name: 'dev/null', type: 'character-device' },
    { name: 'run/pipe', type: 'fifo' },
    { name: 'etc/.wh.removed', body: '' },
    { name: 'opt/', type: 'directory' },
    { name: 'same', body: 'one' },
    { name: 'same', body: 'two' },
    { name: `deep/${'long/'.repeat(60)}name`, body: 'x' },
  ];

  test.each([
    ['a plain archive', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
    ['zstd in many frames', inFrames],
    ['xz', inXz],
  ] as const)('passes without a word as %s, whatever it was called', async (_packing, packed) => {
    for (const format of ['layer', 'file'] as const) {
      const scan = await scanBytes(packed(await tarOf(usual)), format);

      expect(scan).toMatchObject({ files: 6, findings: [], uninspected: null });
    }
  });

  test.each([
    ['xz', layerXz],
    ['bzip2', layerBzip2],
  ])('is looked through as the usual tools pack it: %s', async (_packing, packed) => {
    const scan = await scanBytes(packed, 'file');

    expect(scan).toMatchObject({ files: 2, findings: [{ file: 'app/tool' }], uninspected: null });
  });

  test('an archive without anything in it is one', async () => {
    for (const bytes of [Buffer.alloc(1024), gzipSync(Buffer.alloc(1024)), Buffer.alloc(0)]) {
      expect(await scanBytes(bytes)).toMatchObject({ findings: [], uninspected: null });
    }
  });

  test('several gzip members are one layer', async () => {
    const bytes = await tarOf(usual);
    const members = [bytes.subarray(0, 700), bytes.subarray(700)].map((part) => gzipSync(part));

    expect(await scanBytes(Buffer.concat(members))).toMatchObject({ files: 6, findings: [] });
  });

  test('a size beyond octal digits is read', async () => {
    const bytes = await tarOf([
      { name: 'first', body: 'abc' },
      { name: 'second', body: 'x', mode: 0o4755 },
    ]);
    bytes.set([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], 124);
    fixChecksum(bytes);

    expect((await scanBytes(bytes)).findings.map(({ file }) => file)).toEqual(['second']);
  });
});

describe('what is found', () => {
  test('a live token is critical, a private key alone is not', async () => {
    const scan = await scanBytes(
      gzipSync(
        await tarOf([
          { name: 'app/settings.ini', body: `token = ${makeToken()}\n` },
          { name: 'etc/ssl/server.key', body: makePrivateKey() },
        ]),
      ),
    );

    expect(severities(scan)).toEqual([
      { title: 'GitHub token', severity: 'critical', file: 'app/settings.ini' },
      { title: 'Private key', severity: 'high', file: 'etc/ssl/server.key' },
    ]);
  });

  test('tokens of this registry are handed out as hashes, to be revoked', async () => {
    const token = createToken().secret;

    const scan = await scanBytes(await tarOf([{ name: 'root/.npmrc', body: `token=${token}` }]));

    expect(scan.leakedTokenHashes).toEqual([sha256Hex(token)]);
    expect(JSON.stringify(scan)).not.toContain(token);
  });

  test.each([
    [0o4755, 'its owner'],
    [0o2755, 'its group'],
  ])('a program of mode %o raises rights', async (mode, whose) => {
    const scan = await scanBytes(await tarOf([{ name: 'usr/bin/tool', body: 'x', mode }]));

    expect(scan.findings).toMatchObject([{ severity: 'medium', file: 'usr/bin/tool' }]);
    expect(scan.findings[0]?.description).toContain(whose);
  });

  test('a folder with such bits raises nothing', async () => {
    const scan = await scanBytes(await tarOf([{ name: 'srv/', type: 'directory', mode: 0o2755 }]));

    expect(scan.findings).toEqual([]);
  });

  test('the environment in the settings of an image is searched', async () => {
    const settings = { config: { Env: [`GITHUB_TOKEN=${makeToken()}`, `KEY=${makePrivateKey()}`] } };

    const scan = await scanBytes(Buffer.from(JSON.stringify(settings)), 'file');

    expect(severities(scan)).toEqual([
      { title: 'GitHub token', severity: 'critical', file: null },
      { title: 'Private key', severity: 'high', file: null },
    ]);
  });

  test('a flood of small findings hides no live token', async () => {
    const flood = Array.from({ length: 300 }, (_, index) => ({
      name: `bin/${index}`,
      body: 'x',
      mode: 0o4755,
    }));
    const token = { name: 'etc/token', body: makeToken() };

    const scan = await scanBytes(await tarOf([...flood, token]), 'layer', { maxFindings: 50 });

    expect(scan.findings[0]).toMatchObject({ severity: 'critical', file: 'etc/token' });
    expect(scan.findings.length).toBeLessThanOrEqual(100);
  });
});

describe('what is installed', () => {
  test('lists of package managers are read', async () => {
    const scan = await scanBytes(
      await tarOf([
        {
          name: './var/lib/dpkg/status',
          body: 'Package: bash\nStatus: install ok installed\nVersion: 5.2-1\n\nPackage: old\nStatus: deinstall ok config-files\nVersion: 1\n',
        },
        { name: 'var/lib/dpkg/status.d/tzdata', body: 'Package: tzdata\nVersion: 2026a\n' },
        { name: 'lib/apk/db/installed', body: 'C:Q1abc=\nP:musl\nV:1.2.5-r0\n\nP:busybox\nV:1.37.0-r1\n' },
        { name: 'var/lib/rpm/rpmdb.sqlite', body: 'SQLite' },
        { name: 'app/node_modules/@a/b/package.json', body: '{"name":"@a/b","version":"1.0.0"}' },
        { name: 'app/node_modules/@a/b/test/package.json', body: '{"name":"no","version":"1.0.0"}' },
        { name: 'app/node_modules/broken/package.json', body: '{' },
        {
          name: 'usr/lib/python3/site-packages/requests-2.0.dist-info/METADATA',
          body: 'Metadata-Version: 2.1\nName: requests\nVersion: 2.0\n\nName: not this\n',
        },
      ]),
    );

    expect(scan.inventory).toEqual([
      { type: 'deb', name: 'bash', version: '5.2-1' },
      { type: 'deb', name: 'tzdata', version: '2026a' },
      { type: 'apk', name: 'musl', version: '1.2.5-r0' },
      { type: 'apk', name: 'busybox', version: '1.37.0-r1' },
      { type: 'rpm', name: '*', version: null },
      { type: 'npm', name: '@a/b', version: '1.0.0' },
      { type: 'pypi', name: 'requests', version: '2.0' },
    ]);
  });

  test('a list has an end', async () => {
    const body = Array.from({ length: 50 }, (_, index) => `P:p${index}\nV:1\n`).join('\n');

    const scan = await scanBytes(await tarOf([{ name: 'lib/apk/db/installed', body }]), 'layer', {
      maxPackages: 7,
    });

    expect(scan.inventory).toHaveLength(7);
  });
});

describe('what can not be read', () => {
  test.each([
    ['random bytes', () => randomBytes(5000), /not a tar archive/],
    ['half a gzip', () => gzipSync(randomBytes(5000)).subarray(0, 2000), /cut off/],
    ['a zip', () => Buffer.from(`PK\x03\x04${'x'.repeat(2000)}`), /a zip archive/],
    ['packed twice', () => gzipSync(layerXz), /not a tar archive/],
    ['text', () => Buffer.from('hello\n'), /not a tar archive/],
  ])('as a layer is told: %s', async (_what, bytes, why) => {
    const { findings, uninspected } = await scanBytes(bytes());

    expect([findings, uninspected]).toEqual([
      [],
      { why: expect.stringMatching(why), entries: 0, isLimit: false },
    ]);
  });

  test.each([
    ['random bytes', () => Buffer.concat([Buffer.alloc(1), randomBytes(5000)]), /unknown format/],
    ['packed twice', () => gzipSync(layerXz), /packed more than once/],
    ['lz4', () => Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x64, 0x40, 0xa7, 0, 0]), /lz4/],
    ['half an xz', () => layerXz.subarray(0, 100), /cut off/],
  ])('under an unknown type is told: %s', async (_what, bytes, why) => {
    const { findings, uninspected } = await scanBytes(bytes(), 'file');

    expect([findings, uninspected]).toEqual([
      [],
      { why: expect.stringMatching(why), entries: 0, isLimit: false },
    ]);
  });

  test.each([
    ['text', () => Buffer.from('{"a":1}')],
    ['packed text', () => gzipSync('{"a":1}')],
    ['a program', () => Buffer.from('\x7fELF\0\0\0\0')],
    ['nothing', () => Buffer.alloc(0)],
  ])('a file that is no archive is looked at as it is: %s', async (_what, bytes) => {
    expect(await scanBytes(bytes(), 'file')).toMatchObject({ files: 1, findings: [], uninspected: null });
  });

  test('a live token in a packed text is found', async () => {
    const scan = await scanBytes(zstdCompressSync(`token = ${makeToken()}\n`), 'file');

    expect(severities(scan)).toEqual([{ title: 'GitHub token', severity: 'critical', file: null }]);
  });

  test('a file that is too long is told', async () => {
    const scan = await scanBytes(Buffer.from('x'.repeat(2000)), 'file', { listFileBytes: 1000 });

    expect(scan.uninspected).toMatchObject({ why: expect.stringContaining('longer than 1000 bytes') });
  });

  test('what came before the damage counts', async () => {
    const bytes = await tarOf([
      { name: 'usr/bin/su', body: 'x'.repeat(600), mode: 0o4755 },
      { name: 'b', body: 'x' },
    ]);
    bytes.fill(0xff, 1536, 2048);

    const scan = await scanBytes(bytes);

    expect(scan.findings.map(({ severity }) => severity)).toEqual(['medium']);
    expect(scan.uninspected).toMatchObject({ entries: 1, isLimit: false });
  });

  test('what follows behind packed bytes is told, and they count', async () => {
    for (const packed of [layerXz, layerBzip2]) {
      const scan = await scanBytes(Buffer.concat([packed, Buffer.from('more')]));

      expect(scan.findings).toMatchObject([{ file: 'app/tool' }]);
      expect(scan.uninspected).toMatchObject({ why: expect.stringContaining('something else follows') });
    }
  });

  test.each<[string, Partial<PartLimits>]>([
    ['bytes', { maxTotalBytes: 1_000_000 }],
    ['ratio', { maxRatio: 10, ratioFloorBytes: 1_000_000 }],
    ['entries', { maxEntries: 1 }],
    ['time', { timeMs: -1 }],
  ])('a limit of %s ends it, and that is told', async (_what, limits) => {
    const bytes = await tarOf([
      { name: 'empty', body: Buffer.alloc(3_000_000) },
      { name: 'more', body: 'x' },
    ]);

    for (const packed of [gzipSync(bytes), zstdCompressSync(bytes), inXz(bytes)]) {
      if (limits.maxRatio !== undefined && packed.length > bytes.length / 2) continue;
      expect((await scanBytes(packed, 'layer', limits)).uninspected).toMatchObject({ isLimit: true });
    }
  });

  test.each([
    ['bzip2', zerosBzip2],
    ['xz', zerosXz],
    ['gzip', gzipSync(Buffer.alloc(8_000_000))],
    ['zstd', zstdCompressSync(Buffer.alloc(8_000_000))],
  ])('a bomb in %s is left at the bound', async (_packing, bomb) => {
    const limits = { maxRatio: 50, ratioFloorBytes: 4_000_000 };

    expect((await scanBytes(bomb, 'file', limits)).uninspected).toMatchObject({
      why: expect.stringContaining('50 times its size'),
      isLimit: true,
    });
  });

  test('a window that is too large is a limit', async () => {
    const scan = await scanBytes(layerXz, 'layer', { maxWindowBytes: 1024 * 1024 });

    expect(scan.uninspected).toMatchObject({ why: expect.stringContaining('memory'), isLimit: true });
  });
});

describe('a part that was not inspected', () => {
  const limit = { why: 'it is too large', entries: 0, isLimit: true };

  test('is on record, or holds its release', () => {
    const [recorded, held] = [notInspected(limit, 'record'), notInspected(limit, 'hold')];

    expect(recorded).toMatchObject({ title: 'Part not inspected', severity: 'low' });
    expect(recorded.description).toBe('The part was not looked through: it is too large.');
    expect([isBlocking(recorded), isBlocking(held)]).toEqual([false, true]);
  });

  test('says how far the scan came', () => {
    expect(notInspected({ ...limit, entries: 7, isLimit: false }, 'record')).toMatchObject({
      title: 'Part not inspected to its end',
      description: 'The part was looked through until entry 7: it is too large.',
      severity: 'info',
    });
  });
});

/** In separate frames, as programs write them for random access. */
function inFrames(bytes: Buffer): Buffer {
  const frames = [bytes.subarray(0, 700), bytes.subarray(700, 701), bytes.subarray(701)];
  return Buffer.concat(frames.map((frame) => zstdCompressSync(frame)));
}

function inXz(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 60_000) {
    blocks.push(xzBlock(lzma2Plain(bytes.subarray(at, at + 60_000))));
  }
  return xzStream(blocks);
}

function fixChecksum(header: Buffer): void {
  header.fill(0x20, 148, 156);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}
