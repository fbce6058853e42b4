import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';

const root = dirname(dirname(import.meta.dirname));
const statement = /^(?:import|export)\s(?<what>(?:type\s)?[^'";]*?\sfrom\s)?'(?<source>[^']+)'/gm;
const dynamic = /\bimport\('(?<source>[^']+)'\)/g;

/** One import of a source file: a path from the root for a file of this repository, otherwise the package. */
export interface Import {
  from: string;
  to: string;
  /** An import of types, which loads nothing. */
  isType: boolean;
  /** An import that loads when the statement runs, not with the file. */
  isDynamic: boolean;
}

/** The imports of one file, given by its path from the root. */
export function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), 'utf8');
  const found = [...text.matchAll(statement)].map(({ groups }) => ({
    to: resolve(from, groups?.['source'] ?? ''),
    isType: /^\s*type\s/.test(groups?.['what'] ?? ''),
    isDynamic: false,
  }));
  const later = [...text.matchAll(dynamic)].map(({ groups }) => ({
    to: resolve(from, groups?.['source'] ?? ''),
    isType: false,
    isDynamic: true,
  }));
  return [...found, ...later].map((each) => ({ from, ...each }));
}

/** The files and packages that these files load, directly or indirectly. */
export function loadedWith(...entries: string[]): Set<string> {
  const loaded = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    if (!file.endsWith('.ts')) continue;
    for (const { to, isType, isDynamic } of importsOf(file)) if (!isType && !isDynamic) waiting.push(to);
  }
  return loaded;
}

/** Every source file below these folders of the root, with tests and fixtures. */
export async function sourcesBelow(...folders: string[]): Promise<string[]> {
  const listings = folders.map(async (folder) => {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  });
  return (await Promise.all(listings)).flat();
}

function resolve(from: string, source: string): string {
  return source.startsWith('.') ? normalize(join(dirname(from), source)) : source;
}
