import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onDisk } from '../test/security/archives/on-disk.ts';
import { eicar, ownToken } from '../test/security/archives/payloads.ts';
import { tarEntry, type TarSpec } from '../test/security/archives/tar-bytes.ts';
import { archiveLimits, type ArchiveLimits } from './limits.ts';
import { openArchive } from './open-archive.ts';
import type { ScanArchive } from './scan-archive.ts';
import { scanAll } from './task.ts';

const limits = archiveLimits(2 ** 28);

function tar(...specs: TarSpec[]): Buffer {
  return Buffer.concat([...specs.map(tarEntry), Buffer.alloc(1024)]);
}

/** The members of a gem. */
function gem(source: string): Buffer {
  return tar(
    { name: 'metadata.gz', body: gzipSync('name: probe\n') },
    { name: 'data.tar.gz', body: gzipSync(tar({ name: 'lib/probe.rb', body: source })) },
    { name: 'checksums.yaml', body: 'SHA256: none\n' },
  );
}

function opened<T>(
  body: Buffer,
  use: (archive: ScanArchive) => Promise<T>,
  own: Partial<ArchiveLimits> = {},
) {
  return onDisk(body, async (path) => use(await openArchive(path, 'tar', { ...limits, ...own })));
}

describe('a plain tar', () => {
  it('shows its members and what is in the packed ones', async () => {
    const [paths, metadata, source] = await opened(gem('puts 1'), async (archive) => [
      archive.entries.map(({ path }) => path),
      await archive.read('metadata.gz/metadata', 100),
      await archive.read('data.tar.gz/lib/probe.rb', 100),
    ]);

    expect(paths).toEqual([
      'metadata.gz',
      'data.tar.gz',
      'checksums.yaml',
      'metadata.gz/metadata',
      'data.tar.gz/lib/probe.rb',
    ]);
    expect([String(metadata), String(source)]).toEqual(['name: probe\n', 'puts 1']);
  });

  it('reads again what did not stay in memory', async () => {
    const read = opened(
      gem('puts 1'),
      async (archive) => [
        String(await archive.read('checksums.yaml', 100)),
        String(await archive.read('data.tar.gz/lib/probe.rb', 100)),
      ],
      { keepFileBytes: 0 },
    );

    expect(await read).toEqual(['SHA256: none\n', 'puts 1']);
  });

  it.each([
    ['a key of this registry', ownToken, 'secrets_exposed'],
    ['malware', eicar, 'malware'],
  ])('is scanned inside its packed members for %s', async (_what, content, kind) => {
    const { findings } = await opened(gem(String(content)), (archive) =>
      scanAll(archive, { name: 'probe', similarTo: [] }),
    );

    expect(findings).toContainEqual(expect.objectContaining({ kind, file: 'data.tar.gz/lib/probe.rb' }));
  });

  it.each<[string, Buffer, string]>([
    ['nothing in it', tar(), 'the archive holds no files'],
    ['a damaged member', tar({ name: 'a.gz', body: gzipSync('x').subarray(0, 15) }), 'gzip'],
    [
      'a path that leaves a packed member',
      tar({ name: 'data.tar.gz', body: gzipSync(tar({ name: '../out', body: 'x' })) }),
      '../out',
    ],
    ['a bomb in a member', tar({ name: 'a.gz', body: gzipSync(Buffer.alloc(2 ** 25)) }), 'expands'],
    ['its end missing', gem('puts 1').subarray(0, -700), 'cut off'],
  ])('is refused with %s', async (_what, body, words) => {
    const open = opened(body, async () => undefined);

    await expect(open).rejects.toMatchObject({
      code: 'invalid_archive',
      message: expect.stringContaining(words),
    });
  });
});
