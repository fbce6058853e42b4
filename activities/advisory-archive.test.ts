import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildZip } from '../ecosystems/zip-of-files.ts';
import { readAdvisories } from './advisory-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rookery-osv-'));
});
afterAll(() => rm(folder, { recursive: true }));

const about = (id: string, ecosystem = 'NuGet') =>
  JSON.stringify({
    id,
    modified: '2026-03-01T10:00:00Z',
    affected: [{ package: { ecosystem, name: 'Probe' }, versions: ['1.0.0'] }],
  });

async function read(archive: Buffer, window = { from: 0, count: 100 }) {
  const path = join(folder, 'all.zip');
  await writeFile(path, archive);
  const { total, reads } = await readAdvisories(path, window, {
    osvName: 'NuGet',
    canonicalName: (raw) => raw.toLowerCase(),
  });
  const found: string[] = [];
  for await (const one of reads) {
    found.push(one.kind === 'advisory' ? one.record.id : one.kind === 'refused' ? one.reason : one.kind);
  }
  return { total, found };
}

test('entries are read in their order, whatever some of them are', async () => {
  const archive = buildZip([
    { path: 'GHSA-1.json', body: about('GHSA-1') },
    { path: 'GHSA-2.json', body: about('GHSA-2', 'npm') },
    { path: 'README.md', body: 'no advisory' },
    { path: 'broken.json', body: '{"id":' },
    { path: 'other.json', body: '{"name":"package"}' },
    { path: 'deep/down/GHSA-3.json', body: about('GHSA-3') },
    { path: 'GHSA-4.json', body: about('GHSA-4'), isStored: true },
  ]);

  expect(await read(archive)).toEqual({
    total: 7,
    found: [
      'GHSA-1',
      'elsewhere',
      'elsewhere',
      'it is no JSON',
      'it is no record of the OSV schema',
      'GHSA-3',
      'GHSA-4',
    ],
  });
});

test('batches together are the whole archive, each entry once', async () => {
  const ids = Array.from({ length: 7 }, (_, index) => `GHSA-${index}`);
  const archive = buildZip(ids.map((id) => ({ path: `${id}.json`, body: about(id) })));

  const found = [];
  for (const from of [0, 3, 6]) found.push((await read(archive, { from, count: 3 })).found);

  expect(found).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
});

test('an entry that unpacks to more than any advisory is passed over', async () => {
  const archive = buildZip([
    { path: 'bomb.json', body: Buffer.alloc(9 * 1024 * 1024, 0x20) },
    { path: 'GHSA-1.json', body: about('GHSA-1') },
  ]);

  expect((await read(archive)).found).toEqual(['it is larger than any advisory', 'GHSA-1']);
});

test('an entry that lies about its size is passed over', async () => {
  const archive = buildZip([
    { path: 'liar.json', body: about('GHSA-1') },
    { path: 'GHSA-2.json', body: about('GHSA-2') },
  ]);
  const size = Buffer.from(about('GHSA-1')).length;
  const central = archive.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  expect(archive.readUInt32LE(central + 24)).toBe(size);
  archive.writeUInt32LE(size - 10, central + 24);

  expect((await read(archive)).found).toEqual(['it cannot be decompressed', 'GHSA-2']);
});

test.each([
  ['text', Buffer.from('no archive at all, but long enough to be looked at')],
  ['nothing', Buffer.alloc(0)],
  ['half an archive', buildZip([{ path: 'a.json', body: about('GHSA-1') }]).subarray(0, 60)],
])('%s is refused as a whole', async (_what, archive) => {
  await expect(read(archive)).rejects.toMatchObject({ code: 'invalid_archive' });
});
