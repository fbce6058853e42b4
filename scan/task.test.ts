import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../domain/errors.ts';
import { crateManifest } from '../test/security/archives/build.ts';
import { onDisk, scanFile } from '../test/security/archives/on-disk.ts';
import { eicar, ownToken } from '../test/security/archives/payloads.ts';
import { tarEntry, tgz } from '../test/security/archives/tar-bytes.ts';
import { runScan, type Inspect, type ScanTask } from './task.ts';

const root = 'tidy-1.0.0';
const body = tgz(
  tarEntry({ name: `${root}/Cargo.toml`, body: crateManifest('tidy') }),
  tarEntry({ name: `${root}/virus.txt`, body: eicar }),
  tarEntry({ name: `${root}/token.txt`, body: ownToken }),
);
const publication = {
  name: 'tidy',
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

function raise(): never {
  throw new Error('no file');
}

function run(inspect: Inspect, task: Partial<ScanTask> = {}) {
  return onDisk(body, (path) =>
    runScan(
      {
        files: [scanFile(path, 'tgz')],
        ecosystem: 'cargo',
        declared: { name: 'tidy', version: '1.0.0', metadata: {} },
        maxUploadBytes: 2 ** 28,
        similarTo: [{ name: 'tldy', downloads: 5 }],
        ...task,
      },
      inspect,
    ),
  );
}

const standings = { 'tidy-1.0.0.crate': { vouchers: [], installScripts: 1 } };

describe('a scan', () => {
  it('hands out what the ecosystem read, every file and the findings, worst first', async () => {
    const output = await run(async ([file], declared) => {
      const readme = await (file ?? raise()).read(`${root}/Cargo.toml`, 1000);
      const extract = {
        kind: 'metadata' as const,
        filename: declared.name,
        contentType: 'text/plain',
        body: readme,
      };
      return { publication, standings, extracts: [extract] };
    });

    expect(output).toMatchObject({
      status: 'ok',
      inspection: { publication, standings, extracts: [{ filename: 'tidy' }] },
      files: [{ path: `${root}/Cargo.toml` }, { path: `${root}/virus.txt`, size: eicar.length }, {}],
      findings: [
        {
          filename: 'archive',
          findings: [{ severity: 'critical' }, { severity: 'critical' }, { kind: 'dependency_confusion' }],
        },
      ],
      totals: { files: 3 },
    });
    expect(output.status === 'ok' && output.leakedTokenHashes).toHaveLength(1);
    expect(() => structuredClone(output)).not.toThrow();
  });

  it('names a file that is no archive as the release does, in the words of the finding too', async () => {
    const inspect = async () => ({ publication, standings: {}, extracts: [] });
    const named = (filename: string) =>
      onDisk(Buffer.from(ownToken), (path) =>
        runScan(
          {
            files: [scanFile(path, 'any', filename)],
            ecosystem: 'generic',
            declared: { name: 'tidy', version: '1.0.0', metadata: {} },
            maxUploadBytes: 2 ** 28,
            similarTo: [],
          },
          inspect,
        ),
      );

    for (const filename of ['etc/$&.conf', 'file']) {
      expect(await named(filename)).toMatchObject({
        findings: [
          {
            filename,
            findings: [{ file: filename, description: expect.stringContaining(` in ${filename}. `) }],
          },
        ],
      });
    }
  });

  it('refuses what the ecosystem refuses, with its code', async () => {
    const output = await run(() =>
      Promise.reject(new DomainError('manifest_mismatch', 'the version differs')),
    );

    expect(output).toEqual({ status: 'refused', code: 'manifest_mismatch', detail: 'the version differs' });
  });

  it.each([new Error('out of memory'), new DomainError('overloaded', 'later')])(
    'rejects when the scanner itself fails: %s',
    async (error) => {
      const inspect: Inspect = async () => {
        throw error;
      };

      await expect(run(inspect)).rejects.toBe(error);
    },
  );

  it('rejects when the file is gone', async () => {
    const inspect = async () => ({ publication, standings: {}, extracts: [] });

    await expect(
      run(inspect, { files: [scanFile(fileURLToPath(new URL('./absent.crate', import.meta.url)), 'tgz')] }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('obeys tighter limits of a task', async () => {
    const output = await run(async () => ({ publication, standings: {}, extracts: [] }), {
      limits: { maxEntries: 2 },
    });

    expect(output).toMatchObject({ status: 'refused', detail: 'the archive has more than 2 entries' });
  });
});
