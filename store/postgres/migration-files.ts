import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The numbered files of a folder, in the order of application. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-.+\.sql$/.test(file)).toSorted();
}

/** Older files have no mark: all of them are applied before the first version that reads marks. */
export const firstMarked = '0210';
const head = /^(?:--[^\n]*\r?\n)*/;
const mark = /^-- (?:expand|contract (\d+\.\d+\.\d+))[ \t]*\r?$/gm;

/**
 * The oldest version that runs on a database with this migration; null if every version does (`-- expand`). A
 * migration marked `-- contract 0.3.0` removes what versions before 0.3.0 read.
 * @throws Error without exactly one mark above the statements
 */
export function readNeededVersion(file: string, text: string): string | null {
  const marks = [...(head.exec(text)?.[0] ?? '').matchAll(mark)];
  const [first] = marks;
  if (first && marks.length === 1) return first[1] ?? null;
  if (marks.length === 0 && file < firstMarked) return null;
  throw new Error(
    `migration ${file} needs one mark among its first comments: "-- expand", or "-- contract VERSION" (migrations/README.md)`,
  );
}

/** {@link readNeededVersion} of a file. */
export async function neededVersionOf(folder: string, file: string): Promise<string | null> {
  return readNeededVersion(file, await readFile(join(folder, file), 'utf8'));
}
