import type { Manifest } from './metadata.ts';
import { lastPart, plainPath } from './plain-path.ts';

/** Name of a command to the file that it runs. */
type Bins = ReadonlyMap<string, string>;

/** The commands of a package in the one form that installs know, whichever of the three its author wrote. */
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

/** Every file of the folder that `directories.bin` names, for packages without `bin`. `paths` are inside the package. */
export function binsInFolder(manifest: Manifest, paths: readonly string[]): Bins {
  const folder = binFolder(manifest);
  if (folder === undefined) return new Map();
  const inside = paths.filter((path) => path.startsWith(`${folder}/`) && path[folder.length + 1] !== '.');
  return new Map(inside.map((path) => [lastPart(path), path]));
}

/**
 * The command that a request names and the archive does not have, or the other way round; undefined where they
 * agree. Some clients leave out commands that they take for broken.
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

/** Clients differ in which entries of the folder they take: hidden ones, folders, those further down. */
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
