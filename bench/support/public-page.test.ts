import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Comparison } from './compare.ts';
import { type Outcome, readOutcomes, replaced, writePage } from './public-page.ts';

let docs: string;
beforeEach(async () => {
  docs = await mkdtemp(join(tmpdir(), 'rookery-docs-'));
  await writeFile(
    join(docs, 'BENCHMARKS.md'),
    'Method.\n<!-- results: written by the command -->\nold\n<!-- end of results -->\nLosses.\n',
  );
});
afterEach(() => rm(docs, { recursive: true }));

const benches = [
  { file: 'npm', title: 'npm' },
  { file: 'pypi', title: 'PyPI' },
];
const row: Comparison = { what: 'read', unit: 'per second', peer: 'peer', theirs: 50, ours: 20, ratio: 0.4 };
const outcome = (more: Partial<Outcome>): Outcome => ({
  date: '1 May 2026',
  machine: '2 cores',
  rows: [row],
  ...more,
});

test('figures, charts and what is slower are written; the rest of the page stays', async () => {
  await writePage(docs, benches, { npm: outcome({}), pypi: outcome({ rows: [], absent: 'no python3' }) });

  const page = await readFile(join(docs, 'BENCHMARKS.md'), 'utf8');
  expect(page.startsWith('Method.\n')).toBe(true);
  expect(page.endsWith('\nLosses.\n')).toBe(true);
  expect(page).toContain('| read | per second | peer | 50 | 20 | 0.4 |');
  expect(page).toContain('Not measured: no python3.');
  expect(page).toContain('- npm, read: 0.4 of peer');
  expect(page).not.toContain('old');
  expect(await readFile(join(docs, 'benchmarks/npm.svg'), 'utf8')).toContain('<svg');
});

test('tables of a bench that compares in a form of its own are shown as they are', async () => {
  const tables = [
    {
      title: 'Uploads',
      rows: [
        { what: 'devpi', ms: 12.345 },
        { what: 'rookery', ms: 9 },
      ],
    },
  ];

  await writePage(docs, benches, { pypi: outcome({ rows: [], tables }) });

  const page = await readFile(join(docs, 'BENCHMARKS.md'), 'utf8');
  expect(page).toContain('Uploads:\n\n| what | ms |\n|---|---|\n| devpi | 12.3 |\n| rookery | 9 |\n');
});

test('what is measured again takes the place of what was there', async () => {
  expect(await readOutcomes(docs)).toEqual({});
  await writePage(docs, benches, { npm: outcome({}), pypi: outcome({}) });

  const before = await readOutcomes(docs);
  await writePage(docs, benches, { ...before, npm: outcome({ date: '2 May 2026' }) });

  const { npm, pypi } = await readOutcomes(docs);
  expect([npm?.date, pypi?.date]).toEqual(['2 May 2026', '1 May 2026']);
});

test('a page that has lost its marks is left alone', () => {
  expect(() => replaced('nothing', 'results')).toThrow('no place');
});
