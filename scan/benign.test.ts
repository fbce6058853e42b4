import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { crateManifest, nuspec } from '../test/security/archives/build.ts';
import { onDisk, scanBody } from '../test/security/archives/on-disk.ts';
import { longName, paxHeader, tarEntry, tgz } from '../test/security/archives/tar-bytes.ts';
import { descriptor, zip } from '../test/security/archives/zip-bytes.ts';
import { archiveLimits } from './limits.ts';
import { openArchive } from './open-archive.ts';

const MiB = 1024 * 1024;
const limits = archiveLimits(256 * MiB);
const root = 'tidy-1.0.0';
const manifest = tarEntry({ name: `${root}/Cargo.toml`, body: crateManifest('tidy') });
const spec = { name: 'Tidy.nuspec', body: nuspec('Tidy') };
const deflated = deflateRawSync('text');
const log = Buffer.from(
  Array.from({ length: 400_000 }, (_, line) => `${line} all is well, sum ${line * 31}\n`).join(''),
);

const benign: {
  what: string;
  format: 'tgz' | 'zip';
  build: () => Buffer | Promise<Buffer>;
  files: number;
  /** A text that is too long to be searched, as the report says. */
  unsearched?: string;
}[] = [
  { what: 'one file', format: 'tgz', files: 1, build: () => tgz(manifest) },
  { what: 'one file', format: 'zip', files: 1, build: () => zip([spec]) },
  {
    what: 'unicode names',
    format: 'tgz',
    files: 3,
    build: () => packed(['src/ünïcödé.rs', 'src/日本語.rs']),
  },
  {
    what: 'unicode names',
    format: 'zip',
    files: 2,
    build: () => zip([spec, { name: 'lib/日本語.txt', body: 'x' }]),
  },
  {
    what: 'a long unicode name',
    format: 'tgz',
    files: 2,
    build: () => packed([`src/${'é'.repeat(100)}.rs`]),
  },
  {
    what: 'a GNU long name whose short form ends in a slash',
    format: 'tgz',
    files: 2,
    build: () =>
      tgz(
        manifest,
        longName(`${root}/${'a/'.repeat(50)}x`),
        tarEntry({ name: `${'a'.repeat(99)}/`, body: 'x' }),
      ),
  },
  {
    what: 'pax times and a comment for all',
    format: 'tgz',
    files: 1,
    build: () =>
      tgz(paxHeader({ comment: '0123abcd' }, 'g'), paxHeader({ mtime: '1.5', 'SCHILY.dev': '1' }), manifest),
  },
  {
    what: 'directories',
    format: 'tgz',
    files: 1,
    build: () => tgz(tarEntry({ name: `${root}/`, type: '5' }), tarEntry({ name: `${root}/src/` }), manifest),
  },
  {
    what: 'paths that say more than they have to',
    format: 'tgz',
    files: 4,
    build: () =>
      tgz(
        tarEntry({ name: './', type: '5' }),
        tarEntry({ name: `${root}//`, type: '5' }),
        tarEntry({ name: `${root}/./src/.`, type: '5' }),
        manifest,
        tarEntry({ name: `${root}/./dist/index.js`, body: 'x' }),
        tarEntry({ name: `${root}//dist///other.js`, body: 'x' }),
        tarEntry({ name: `./${root}/./more.js`, body: 'x' }),
      ),
  },
  {
    what: 'paths that say more than they have to',
    format: 'zip',
    files: 4,
    build: () =>
      zip([
        { name: './', mode: 0o040755 },
        spec,
        { name: 'lib/./a.txt', body: 'x' },
        { name: 'lib//b.txt', body: 'x' },
        { name: './c.txt', body: 'x' },
        { name: 'lib//', mode: 0o040755 },
      ]),
  },
  {
    what: 'directories and an empty file',
    format: 'zip',
    files: 2,
    build: () => zip([spec, { name: 'lib/', mode: 0o040755 }, { name: 'lib/_._' }]),
  },
  {
    what: 'a comment',
    format: 'zip',
    files: 1,
    build: () => zip([spec], { comment: Buffer.from('made by hand') }),
  },
  { what: 'zip64 end records', format: 'zip', files: 1, build: () => zip([spec], { zip64Count: 1 }) },
  {
    what: 'data descriptors',
    format: 'zip',
    files: 2,
    build: () =>
      zip([
        spec,
        {
          name: 'a.txt',
          body: 'text',
          flags: 0x808,
          local: { crc: 0, size: 0, compressedSize: 0 },
          after: descriptor(crc32('text'), deflated.length, 4),
        },
      ]),
  },
  {
    what: 'a stored archive inside',
    format: 'zip',
    files: 2,
    build: () => zip([spec, { name: 'a.zip', body: zip([spec]), method: 0 }]),
  },
  {
    what: 'five thousand files',
    format: 'tgz',
    files: 5001,
    build: () => packed(Array.from({ length: 5000 }, (_, index) => `src/part${index}/mod.rs`)),
  },
  {
    what: 'a large compressible file',
    format: 'tgz',
    files: 2,
    unsearched: `${root}/log`,
    build: () => tgz(manifest, tarEntry({ name: `${root}/log`, body: log })),
  },
  {
    what: 'a large compressible file',
    format: 'zip',
    files: 2,
    unsearched: 'log.txt',
    build: () => zip([spec, { name: 'log.txt', body: log }]),
  },
  {
    what: 'a small file of zeros',
    format: 'zip',
    files: 2,
    build: () => zip([spec, { name: 'z', body: Buffer.alloc(5 * MiB) }]),
  },
];

describe('benign archives', () => {
  it.each(benign)(
    'opens a $format with $what and finds nothing',
    async ({ format, build, files, unsearched }) => {
      const body = await build();

      const archive = await onDisk(body, (path) => openArchive(path, format, limits));
      const report = await scanBody(body, format);

      expect(archive.entries).toHaveLength(files);
      const note = { severity: 'low', title: 'Texts not searched for credentials', file: unsearched };
      expect(report.findings).toMatchObject(unsearched === undefined ? [] : [note]);
      expect(report.leakedTokenHashes).toEqual([]);
    },
  );
});

describe('reading', () => {
  const small = { ...limits, keepFileBytes: 10, keepTotalBytes: 100 };
  const big = Buffer.from('0123456789'.repeat(300_000));

  it.each([
    [
      'tgz',
      tgz(manifest, tarEntry({ name: 'big', body: big }), tarEntry({ name: 'last', body: 'end of it all' })),
    ],
    ['zip', zip([spec, { name: 'big', body: big }, { name: 'last', body: 'end of it all' }])],
  ] as const)('decompresses again what a %s did not keep in memory', async (format, body) => {
    await onDisk(body, async (path) => {
      const archive = await openArchive(path, format, small);
      const seen: string[] = [];

      await archive.visit(
        (entry) => entry.path !== 'big',
        MiB,
        (entry) => void seen.push(entry.path),
      );

      expect((await archive.read('big', big.length)).equals(big)).toBe(true);
      expect((await archive.read('last', 100)).toString()).toBe('end of it all');
      expect(archive.head('big').toString()).toBe(big.toString('latin1', 0, 1024));
      expect(seen).toContain('last');
      expect(seen).not.toContain('big');
    });
  });

  it('refuses to read more than asked for and what is not there', async () => {
    await onDisk(zip([spec]), async (path) => {
      const archive = await openArchive(path, 'zip', limits);

      await expect(archive.read(spec.name, 10)).rejects.toMatchObject({ code: 'invalid_archive' });
      await expect(archive.read('absent', 10)).rejects.toMatchObject({ code: 'invalid_archive' });
    });
  });
});

/** A crate as an ordinary tar writer creates it. */
async function packed(paths: string[]): Promise<Buffer> {
  const stream = pack();
  stream.entry({ name: `${root}/Cargo.toml` }, crateManifest('tidy'));
  for (const path of paths) stream.entry({ name: `${root}/${path}` }, `// ${path}\n`);
  stream.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array)); // the typings lack the chunk type
  return gzipSync(Buffer.concat(chunks));
}
