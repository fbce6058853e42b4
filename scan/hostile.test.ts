import { describe, expect, it } from 'vitest';
import { gzipBomb } from '../test/security/archives/bombs.ts';
import { hostileArchives, type HostileArchive } from '../test/security/archives/build.ts';
import { onDisk, scanFile } from '../test/security/archives/on-disk.ts';
import { tarEntry } from '../test/security/archives/tar-bytes.ts';
import { isBlocking } from '../domain/findings.ts';
import { runScan, type ScanOutput } from './task.ts';

const MiB = 1024 * 1024;
const publication = {
  name: 'hostile',
  version: '1.0.0',
  description: null,
  readme: null,
  license: null,
  homepage: null,
  repositoryUrl: null,
  keywords: [],
  isPrerelease: false,
  dependencies: [],
  metadata: {},
};
const corpus = hostileArchives();
const refused = corpus.filter((archive) => archive.expect === 'refused');
const held = corpus.filter((archive) => archive.expect === 'held');

function scan({ format, body }: Pick<HostileArchive, 'format' | 'body'>): Promise<ScanOutput> {
  return onDisk(body, (path) =>
    runScan(
      {
        files: [scanFile(path, format)],
        ecosystem: 'cargo',
        declared: { name: 'hostile', version: '1.0.0', metadata: {} },
        maxUploadBytes: 256 * MiB,
        similarTo: [],
      },
      async () => ({ publication, standings: {}, extracts: [] }),
    ),
  );
}

async function reason(format: 'tgz' | 'zip', kind: string): Promise<string> {
  const archive = refused.find((entry) => entry.format === format && entry.kind === kind);
  if (archive === undefined) throw new Error(`no such attack: ${kind}`);
  const output = await scan(archive);
  return output.status === 'refused' ? output.detail : 'accepted';
}

describe('hostile archives', () => {
  it.each(refused)('refuses a $format with: $kind', async (archive) => {
    const output = await scan(archive);

    expect(output).toMatchObject({ status: 'refused', code: 'invalid_archive' });
  });

  it.each(held)('holds a $format with: $kind', async (archive) => {
    const output = await scan(archive);

    expect(output.status).toBe('ok');
    expect(
      output.status === 'ok' && output.findings.flatMap(({ findings }) => findings).filter(isBlocking),
    ).not.toEqual([]);
  });

  it.each([
    ['tgz', 'parent traversal', 'the archive entry "../../etc/passwd" has a relative path segment'],
    ['tgz', 'symbolic link', 'the archive entry "hostile-1.0.0/special" is a symbolic link'],
    ['tgz', 'bytes behind a nul in a name', 'a tar header hides bytes behind a name'],
    ['tgz', 'base-256 negative size', 'a tar header has a size that is not an octal number'],
    ['tgz', 'pax size differs', 'the archive entry "hostile-1.0.0/x" has two different sizes'],
    ['tgz', 'truncated gzip', 'the compressed data is damaged or cut off'],
    ['tgz', 'two gzip members', 'the archive has data behind its gzip member'],
    ['tgz', 'wrong gzip checksum', 'the gzip checksum is wrong'],
    ['tgz', 'too many entries', 'the archive has more than 100000 entries'],
    ['tgz', 'gzip bomb of 10 GB in one file', 'the archive expands to more than 200 times its size'],
    ['zip', 'entries share one body', 'the archive entry "zeros-0" overlaps another entry'],
    ['zip', 'local name differs', 'the archive entry "lib/a.txt" has two different names'],
    ['zip', 'declared small, expands large', 'the archive entry "lib/a.txt" is larger than it says'],
    ['zip', 'directory with content', 'the archive entry "lib/" is a directory with content'],
    ['zip', 'archive in the comment', 'the zip archive has more than one end record'],
    ['zip', 'prepended data with right offsets', 'the zip archive has bytes that belong to no entry'],
    ['zip', 'too many entries', 'the archive has more than 100000 entries'],
  ] as const)('says why: %s, %s', async (format, kind, detail) => {
    expect(await reason(format, kind)).toBe(detail);
  });

  it('shows no raw control or direction characters of a name', async () => {
    const details = [
      await reason('tgz', 'control character'),
      await reason('tgz', 'text direction override'),
    ];

    expect(details[0]).toContain('"hostile-1.0.0/a\\u001b[2Jb"');
    expect(details[1]).toContain('"hostile-1.0.0/a\\u202etxt.exe"');
  });

  it('stops reading ten gigabytes of zeros long before their end', async () => {
    const body = gzipBomb(tarEntry({ name: 'hostile-1.0.0/zeros', size: 900 * MiB }), 10_240);
    const before = process.memoryUsage().rss;
    const startedAt = performance.now();

    const output = await scan({ format: 'tgz', body });

    expect(output.status).toBe('refused');
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MiB);
  });
});
