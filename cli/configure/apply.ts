import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import type { FileEdit } from '../../ecosystems/clients/client.ts';
import { linesOf } from '../../ecosystems/clients/lines.ts';

/** The old and the new text of a file. */
export interface Change {
  path: string;
  before: string;
  after: string;
  /** Whether the file does not exist yet. */
  isNew: boolean;
}

/** The changes of the files. Several edits of one file apply in sequence. */
export async function planChanges(edits: readonly FileEdit[]): Promise<Change[]> {
  const changes = new Map<string, Change>();
  for (const { path, edit } of edits) {
    const change = changes.get(path) ?? (await readUnchanged(path));
    changes.set(path, { ...change, after: edit(change.after) });
  }
  return [...changes.values()].filter(({ before, after }) => after !== before);
}

async function readUnchanged(path: string): Promise<Change> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return { path, before: text ?? '', after: text ?? '', isNew: text === null };
}

/** The removed and added lines, without the common lines at both ends. Only the beginning of a token is visible. */
export function describeChange({ path, before, after }: Pick<Change, 'path' | 'before' | 'after'>): string {
  const [old, next] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, next.length) && old[start] === next[start]) start += 1;
  let end = 0;
  const shorter = Math.min(old.length, next.length) - start;
  while (end < shorter && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const lines = [
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...next.slice(start, next.length - end).map((line) => `+ ${line}`),
  ];
  return [path, ...lines.map((line) => hideSecrets(line))].join('\n');
}

const secretWords = ['password', '_auth', '"auth"', 'token', 'secret'];

/**
 * Hides secrets in a line: a token of this registry keeps its beginning; other secrets are hidden after their
 * keyword.
 */
function hideSecrets(line: string): string {
  if (line.includes('pub_')) {
    return line.replaceAll(/pub_[0-9a-f]{8}[0-9a-f]*/g, (token) => `${token.slice(0, 12)}…`);
  }
  const word = secretWords.find((each) => line.toLowerCase().includes(each));
  if (word === undefined) return line;
  return `${line.slice(0, line.toLowerCase().indexOf(word) + word.length)}…`;
}

/** Writes all files or none: after a failure, earlier files are restored. @throws Error of the failed write */
export async function writeAll(changes: readonly Change[]): Promise<void> {
  const written: Change[] = [];
  try {
    for (const change of changes) {
      await writeChange(change);
      written.push(change);
    }
  } catch (error) {
    for (const { path, before, isNew } of written.toReversed()) {
      if (isNew) await rm(path, { force: true });
      else await writeChange({ path, before, after: before, isNew });
    }
    throw error;
  }
}

/** Writes a file completely or not at all, readable only by its owner. A link is followed, not replaced. */
export async function writeChange({ path, after }: Change): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const target = await realpath(path).catch(() => path);
  const temporary = `${target}.${randomUUID()}`;
  const known = await stat(target).catch(() => null);
  // group and others lose their rights, because the file now contains a token
  const mode = known === null ? 0o600 : known.mode & 0o700;
  try {
    await writeFile(temporary, after, { mode, flag: 'wx' });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
