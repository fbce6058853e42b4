import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './env.ts';
import { openBookAndTablebases } from './book-and-tablebases.ts';

const folder = mkdtempSync(join(tmpdir(), 'rookery-knowledge-'));
const empty = mkdtempSync(join(tmpdir(), 'rookery-knowledge-'));
afterAll(() => {
  for (const path of [folder, empty]) rmSync(path, { recursive: true });
});

const book = join(folder, 'book.bin');
const torn = join(folder, 'torn.bin');
writeFileSync(book, Buffer.alloc(32));
writeFileSync(torn, Buffer.alloc(17));
for (const name of ['KQvK.rtbw', 'KRPvK.rtbw', 'KQRvKR.rtbz', 'notes.rtbw'])
  writeFileSync(join(folder, name), '');

async function problemsOf(paths: { bookPath: string | null; tablebasePath: string | null }) {
  try {
    await openBookAndTablebases(paths);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('neither is needed', async () => {
  expect(await openBookAndTablebases({ bookPath: null, tablebasePath: null })).toEqual({
    book: null,
    tableMen: 0,
  });
});

test('both are found', async () => {
  const { book: opened, tableMen } = await openBookAndTablebases({
    bookPath: book,
    tablebasePath: [empty, folder].join(delimiter),
  });

  expect({ entries: opened?.size, tableMen }).toEqual({ entries: 2, tableMen: 4 });
});

test.each([
  ['a book that is not there', { bookPath: '/nowhere.bin' }, /^BOOK_PATH: .*cannot be read.*ENOENT/],
  ['a book of another size', { bookPath: torn }, /^BOOK_PATH: .*16-byte/],
  ['tables in a folder that is not there', { tablebasePath: '/nowhere' }, /^TABLEBASE_PATH: ENOENT/],
  ['a folder without tables', { tablebasePath: empty }, /^TABLEBASE_PATH: no Syzygy files/],
])('%s is refused', async (_what, change, expected) => {
  const problems = await problemsOf({ bookPath: null, tablebasePath: null, ...change });

  expect(problems).toEqual([expect.stringMatching(expected)]);
});

test('both problems are told at once', async () => {
  expect(await problemsOf({ bookPath: torn, tablebasePath: empty })).toHaveLength(2);
});
