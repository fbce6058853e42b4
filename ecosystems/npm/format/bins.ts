import type { Manifest } from './metadata.ts';
import { lastPart, plainPath } from './plain-path.ts';

/** Name of a command to the file that it runs. */
type Bins = ReadonlyMap<string, string>;

/** The commands of a package in the form that installs read; authors may write three forms. */
export function binsOf(manifest: Manifest, name: string): Bins {
  const clean = written(manifest['bin'], name).map(([key, target]): [string, string] => [
    lastPart(plainPath(key)),
    plainPath(target),
  ]);
  return new Map(clean.filter(([key, target]) => key !== '' && target !== ''));
}

function written(bin: unknown, name: string): [string, string][] {
  if (typeof bin === 'string') return bin === '' ? [] : [[name, bin]];
  if (typeof bin !== 'object' || bin === null) return [];
  const texts = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  const entries: [string, unknown][] = Array.isArray(bin)
    ? bin.map((target) => [typeof target === 'string' ? target : '', target])
    : Object.entries(bin);
  return entries.filter(texts);
}

/** The files of the folder in `directories.bin`, for packages without `bin`. `paths`: files inside the package. */
export function binsInFolder(manifest: Manifest, paths: readonly string[]): Bins {
  const folder = binFolder(manifest);
  if (folder === undefined) return new Map();
  const inside = paths.filter((path) => path.startsWith(`${folder}/`) && path[folder.length + 1] !== '.');
  return new Map(inside.map((path) => [lastPart(path), path]));
}

/**
 * A command that only the request or only the archive has; undefined if they agree. Some clients omit commands that
 * they regard as broken.
 */
export function differingBin(
  inside: Manifest,
  declared: Manifest,
  { name, paths }: { name: string; paths: readonly string[] },
): string | undefined {
  const said = binsOf(declared, name);
  const there = binsOf(inside, name);
  if (there.size === 0 && binFolder(inside) !== undefined) {
    return [...said].find(([key, target]) => !isInFolder(inside, paths, key, target))?.[0];
  }
  const sound = new Set(
    written(inside['bin'], name)
      .filter(isSound)
      .map(([key]) => lastPart(plainPath(key))),
  );
  return [...new Set([...there.keys(), ...said.keys()])].find((key) => {
    if (!said.has(key) && !sound.has(key)) return false;
    return said.get(key) !== there.get(key);
  });
}

/** Clients differ in the entries that they take from the folder: hidden files, folders, files in subfolders. */
function isInFolder(inside: Manifest, paths: readonly string[], key: string, target: string): boolean {
  const folder = binFolder(inside) ?? '';
  if (!target.startsWith(`${folder}/`) || lastPart(target) !== key) return false;
  return paths.some((path) => path === target || path.startsWith(`${target}/`));
}

function binFolder({ directories }: Manifest): string | undefined {
  const folder = typeof directories === 'object' && directories !== null && 'bin' in directories;
  const path = folder ? directories.bin : undefined;
  return typeof path === 'string' && plainPath(path) !== '' ? plainPath(path) : undefined;
}

function isSound([key, target]: [string, string]): boolean {
  const isPlainKey = key === lastPart(plainPath(key)) || key.startsWith('@');
  return isPlainKey && !target.startsWith('/') && !/[\\:]|\.\./.test(target);
}
