import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBlocking, type ScanFinding } from '../domain/findings.ts';
import { scanBody } from '../test/security/archives/on-disk.ts';
import { ownToken } from '../test/security/archives/payloads.ts';
import { tarEnd, tarEntry, tgz } from '../test/security/archives/tar-bytes.ts';
import { zip } from '../test/security/archives/zip-bytes.ts';
import { createInsideBudget } from './inside/budget.ts';
import { scanBudget } from './limits.ts';
import { partLimits } from './parts/limits.ts';
import { scanPart } from './parts/task.ts';

const title = 'Texts not searched for credentials';
const large = Buffer.alloc(scanBudget.textFileBytes + 1, 'ordinary words\n');
const stored = (files: Record<string, Buffer | string>) =>
  zip(Object.entries(files).map(([name, body]) => ({ name, body, method: 0 })));
const told = (findings: readonly ScanFinding[]) => findings.filter((each) => each.title === title);

test('texts behind all that are searched are told of in one finding, which holds nothing', async () => {
  const text = large.subarray(0, scanBudget.textFileBytes);
  const files = Array.from({ length: 33 }, (_, at) => [`a${at}.txt`, text] as const);

  const { findings } = await scanBody(stored({ ...Object.fromEntries(files), 'z.txt': ownToken }), 'zip');

  expect(told(findings)).toMatchObject([
    {
      kind: 'file_type_anomaly',
      severity: 'low',
      file: 'a32.txt',
      scanner: expect.stringMatching(/^secrets\//),
    },
  ]);
  expect(told(findings)[0]?.description).toMatch(/^a32\.txt and 1 other text were not searched/);
  expect(findings.filter(isBlocking)).toEqual([]);
});

test.each(['record', 'hold'] as const)(
  'a text that is too large for a search is told of (%s)',
  async (policy) => {
    const { findings } = await scanBody(stored({ 'a/bundle.js': large }), 'zip', { uninspected: policy });

    expect(told(findings)).toMatchObject([{ severity: 'low', file: 'a/bundle.js' }]);
    expect(findings.filter(isBlocking)).toEqual([]);
  },
);

test('a file that is uploaded by itself is told of by its name', async () => {
  const { findings } = await scanBody(large, 'file', { filename: 'words.txt' });

  expect(told(findings)).toMatchObject([
    { file: 'words.txt', description: expect.stringMatching(/^words\.txt was not searched/) },
  ]);
});

test('programs, packed bytes and small texts are not told of', async () => {
  const program = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), large]);

  const { findings } = await scanBody(
    stored({ 'a.so': program, 'b.jpg': randomBytes(large.length), 'c.txt': 'text' }),
    'zip',
  );

  expect(told(findings)).toEqual([]);
});

test('texts in archives inside are told of once, and binary files take no room from them', async () => {
  const inner = tgz(
    tarEntry({ name: 'a.bin', body: Buffer.alloc(100) }),
    tarEntry({ name: 'b.txt', body: 'short text' }),
    tarEntry({ name: 'c.txt', body: 'another text' }),
    tarEntry({ name: 'd.txt', body: large }),
  );
  const budget = createInsideBudget({ textBytes: 20 });

  const { findings } = await scanBody(stored({ 'in.tgz': inner }), 'zip', { budget });

  expect(told(findings)).toMatchObject([{ severity: 'low', file: 'in.tgz/c.txt' }]);
  expect(told(findings)[0]?.description).toMatch(/^in\.tgz\/c\.txt and 1 other text/);
});

test.each([
  ['one that is too large', large, partLimits.textTotalBytes, 'b.txt'],
  ['those behind all that are searched', Buffer.from('a text'), 8, 'b.txt'],
])('of a layer, %s', async (_what, body, textTotalBytes, file) => {
  const layer = Buffer.concat([
    tarEntry({ name: 'a.txt', body: 'a text' }),
    tarEntry({ name: 'b.txt', body }),
    tarEnd,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-layer-'));
  try {
    const path = join(folder, 'layer');
    await writeFile(path, layer);

    const { findings } = await scanPart({ path, format: 'layer', limits: { textTotalBytes } });

    expect(told(findings)).toMatchObject([
      { severity: 'low', file, scanner: expect.stringMatching(/^parts\//) },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
