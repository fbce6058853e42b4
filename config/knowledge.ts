import { readdir } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { Book } from '../engine/book/polyglot.ts';
import { tableKey } from '../engine/tablebase/files.ts';
import type { ChessConfig } from './config.ts';
import { ConfigError } from './env.ts';

/**
 * Opens the opening book and makes sure that there are tablebases where they are said to be.
 * @throws ConfigError with every problem at once
 */
export async function openKnowledge({
  bookPath,
  tablebasePath,
}: Pick<ChessConfig, 'bookPath' | 'tablebasePath'>): Promise<{ book: Book | null; hasTables: boolean }> {
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
    hasTables: tables.status === 'fulfilled' && tables.value.length > 0,
  };
}

async function listTables(path: string): Promise<string[]> {
  const names = await Promise.all(path.split(delimiter).map((folder) => readdir(folder)));
  return names.flat().filter((name) => name.endsWith('.rtbw') && tableKey(name) !== undefined);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${reason}`;
}
