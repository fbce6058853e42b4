import type { Manifest } from './metadata.ts';
import { parseHosted } from './hosted-repository.ts';

/** All dependency fields of a manifest. */
export const rangeFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const;

export type RangeField = (typeof rangeFields)[number];

/** Ranges by name, from a map, a list (`a@^1`) or a text of names. Entries whose range is not a text are omitted. */
export function rangesOf(given: unknown): ReadonlyMap<string, string> {
  const list = typeof given === 'string' ? given.split(/[\s,]+/) : given;
  if (Array.isArray(list)) {
    const names = list.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
    return new Map(names.map((item) => splitItem(item.trim())));
  }
  if (typeof list !== 'object' || list === null) return new Map();
  const entries = Object.entries(list).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return new Map(entries);
}

function splitItem(item: string): [string, string] {
  // the `@` of a scope also precedes a range: the search starts after it
  const end = item.slice(1).search(/[@\s><=]/);
  if (end === -1) return [item, ''];
  const rest = item.slice(end + 1);
  return [item.slice(0, end + 1), (rest.startsWith('@') ? rest.slice(1) : rest).trim()];
}

/**
 * The dependencies of an installation. A bundled package is needed in any version, even if its author does not list
 * it.
 */
export function neededRanges(manifest: Manifest): ReadonlyMap<string, string> {
  const needed = rangesOf(manifest['dependencies']);
  const optional = rangesOf(manifest['optionalDependencies']);
  const unsaid = bundledOf(manifest).filter((name) => !needed.has(name) && !optional.has(name));
  return new Map([...needed, ...unsaid.map((name): [string, string] => [name, '*'])]);
}

/** Names of bundled packages. */
export function bundledOf(manifest: Manifest): string[] {
  const given = manifest['bundleDependencies'] ?? manifest['bundledDependencies'];
  if (given === true) return [...rangesOf(manifest['dependencies']).keys()];
  if (Array.isArray(given))
    return given.filter((name): name is string => typeof name === 'string' && name !== '');
  return typeof given === 'object' && given !== null ? Object.keys(given) : [];
}

/** The dependency that differs between two manifests, as `dependencies.name`; undefined if they agree. */
export function differingRange(inside: Manifest, declared: Manifest): string | undefined {
  const there = effectiveRanges(inside);
  const said = effectiveRanges(declared);
  for (const field of rangeFields) {
    const names = new Set([...there[field].keys(), ...said[field].keys()]);
    const name = [...names].find((each) => !isSameRange(there[field].get(each), said[field].get(each)));
    if (name !== undefined) return `${field}.${name}`;
  }
  return undefined;
}

/**
 * The ranges as installs read them. Some clients repeat optional dependencies in `dependencies`; some remove packages
 * that are in both lists; some do so for development dependencies.
 */
function effectiveRanges(manifest: Manifest): Record<RangeField, ReadonlyMap<string, string>> {
  const optionalDependencies = rangesOf(manifest['optionalDependencies']);
  const dependencies = without(neededRanges(manifest), optionalDependencies);
  const development = rangesOf(manifest['devDependencies']);
  return {
    dependencies,
    devDependencies: without(without(development, dependencies), optionalDependencies),
    optionalDependencies,
    peerDependencies: rangesOf(manifest['peerDependencies']),
  };
}

function without(
  ranges: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map([...ranges].filter(([name]) => !others.has(name)));
}

function isSameRange(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.trim() === b.trim()) return true;
  const left = parseHosted(a);
  return left !== undefined && left.key === parseHosted(b)?.key;
}
