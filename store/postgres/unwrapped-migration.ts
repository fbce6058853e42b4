/** The one statement of a migration that runs without a transaction. */
export interface Unwrapped {
  statement: string;
  /** The index that it creates or drops, a plain lower-case name. */
  index: string;
}

const marker = /^-- no-transaction[ \t]*\r?\n/;
const build = /^create (?:unique )?index concurrently if not exists ([a-z_][a-z0-9_]*) on [^;]+$/;
const removal = /^drop index concurrently if exists ([a-z_][a-z0-9_]*)$/;

/**
 * Null for a migration without the marker in its first line. Accepts only statements that need it and that can be
 * repeated. @throws Error for any other statement below the marker
 */
export function readUnwrapped(file: string, text: string): Unwrapped | null {
  if (!marker.test(text)) return null;
  const statement = text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ?;$/, '');
  const index = (build.exec(statement) ?? removal.exec(statement))?.[1];
  if (index !== undefined) return { statement, index };
  throw new Error(
    `migration ${file} is marked -- no-transaction: it must be one statement, ` +
      'create index concurrently if not exists … or drop index concurrently if exists …',
  );
}
