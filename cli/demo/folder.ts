import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** One file of a package, its path with forward slashes. */
export interface PackedFile {
  path: string;
  content: Buffer;
}

/** Build output of the ecosystem's own tools, in case a reader builds the examples. */
const skipped = new Set(['target', 'bin', 'obj', 'Cargo.lock']);

/** Every file below `folder`, in the same order on every machine. */
export function readFolder(folder: string): PackedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(folder, file).split(sep) }))
    .filter(({ path }) => !skipped.has(path[0] ?? ''))
    .map(({ file, path }) => ({ path: path.join('/'), content: readFileSync(file) }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** @throws Error if the example lacks the file */
export function contentOf(files: readonly PackedFile[], path: string): Buffer {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`the example has no ${path}`);
  return file.content;
}
