import { readdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { Book } from '../engine/book/polyglot.ts';
import { tableKey, tableMen } from '../engine/tablebase/files.ts';
import type { ChessConfig } from './config.ts';
import { ConfigError } from './env.ts';

export interface Knowledge {
  book: Book | null;
  /** The largest number of men in the tablebases; 0 without tablebases. */
  tableMen: number;
}

/**
 * Opens the opening book and checks that the configured folder has tablebases.
 * @throws ConfigError with every problem at once
 */
export async function openBookAndTablebases({
  bookPath,
  tablebasePath,
}: Pick<ChessConfig, 'bookPath' | 'tablebasePath'>): Promise<Knowledge> {
  const [book, tables] = await Promise.allSettled([
    bookPath === null ? null : Book.open(bookPath),
    tablebasePath === null ? [] : listTables(tablebasePath),
  ]);
  const problems: string[] = [];
  if (book.status === 'rejected') problems.push(`BOOK_PATH: ${messageOf(book.reason)}`);
  if (tables.status === 'rejected') problems.push(`TABLEBASE_PATH: ${messageOf(tables.reason)}`);
  else if (tablebasePath !== null && tables.value.length === 0)
    problems.push('TABLEBASE_PATH: no Syzygy files (*.rtbw) are in there');
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    book: book.status === 'fulfilled' ? book.value : null,
    tableMen: tables.status === 'fulfilled' ? Math.max(0, ...tables.value) : 0,
  };
}

/** The number of men of each table. */
async function listTables(path: string): Promise<number[]> {
  const names = await Promise.all(path.split(delimiter).map((folder) => readdir(folder)));
  return names.flat().flatMap((name) => {
    const key = name.endsWith('.rtbw') ? tableKey(name) : undefined;
    return key === undefined ? [] : [tableMen(key)];
  });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${reason}`;
}
