import { binsInFolder, binsOf } from './bins.ts';
import { foundTypes } from './declaration-file.ts';
import { parseHosted } from './hosted-repository.ts';
import type { Manifest } from './metadata.ts';
import { personOf } from './person.ts';
import { plainPath } from './plain-path.ts';
import { bundledOf, neededRanges, rangeFields, rangesOf } from './ranges.ts';
import { indexedScripts } from './scripts.ts';

/** The files of a package beside its manifest. */
export interface Packed {
  /** The name in the manifest. */
  name: string;
  /** Inside the package, without its top folder. */
  paths: readonly string[];
}

/** Converters of fields that authors write in several forms. Absent fields stay absent. */
const forms: Record<string, (given: unknown) => unknown> = {
  author: personOf,
  contributors: (given) => (Array.isArray(given) ? given.map(personOf) : given),
  bugs: bugsOf,
  repository: repositoryOf,
  homepage: homepageOf,
  keywords: (given) => (typeof given === 'string' ? given.split(/[\s,]+/).filter(Boolean) : given),
  description: (given) => (typeof given === 'string' ? given : undefined),
  man: mansOf,
  engines: enginesOf,
};

/**
 * Converts a package.json as clients do before a publish: fields that authors write in several forms get one form.
 * Members with a leading underscore belong to the client.
 */
export function normaliseManifest(inside: Manifest, packed: Packed): Manifest {
  const { bin: _bin, scripts: _scripts, bundledDependencies: _bundled, ...others } = inside;
  const kept = Object.entries(others).filter(([field, value]) => !field.startsWith('_') && value !== null);
  const fields = kept.map(([field, value]): [string, unknown] => [field, formOf(field, value)]);
  return present({
    types: foundTypes(inside, packed.paths),
    ...Object.fromEntries(fields),
    ...dependenciesWith(inside),
    bundleDependencies: unlessEmpty(bundledOf(inside)),
    bin: commandsOf(inside, packed),
    ...indexedScripts(inside, packed.paths),
  });
}

function dependenciesWith(inside: Manifest): { dependencies?: Record<string, string> } {
  const needed = neededRanges(inside);
  return needed.size === 0 ? {} : { dependencies: Object.fromEntries(needed) };
}

function formOf(field: string, value: unknown): unknown {
  if (rangeFields.some((known) => known === field)) return Object.fromEntries(rangesOf(value));
  return Object.hasOwn(forms, field) ? forms[field]?.(value) : value;
}

function commandsOf(inside: Manifest, { name, paths }: Packed): Record<string, string> | undefined {
  const named = binsOf(inside, name);
  const bins = named.size > 0 ? named : binsInFolder(inside, paths);
  return bins.size === 0 ? undefined : Object.fromEntries(bins);
}

function mansOf(given: unknown): string[] | undefined {
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return unlessEmpty(list.filter((path) => typeof path === 'string').map(plainPath));
}

/** `engines` as a map; old manifests have a list: `["node >= 4"]`. */
export function enginesOf(given: unknown): unknown {
  return Array.isArray(given) ? Object.fromEntries(rangesOf(given)) : given;
}

function repositoryOf(given: unknown): unknown {
  const repository = typeof given === 'string' ? { type: 'git', url: given } : given;
  if (typeof repository !== 'object' || repository === null || !('url' in repository)) return repository;
  const hosted = typeof repository.url === 'string' ? parseHosted(repository.url) : undefined;
  return hosted === undefined ? repository : { ...repository, url: hosted.url };
}

function bugsOf(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  return given.includes('@') && !given.includes('/') ? { email: given } : { url: given };
}

function homepageOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || given === '') return undefined;
  return URL.canParse(given) ? given : `http://${given}`;
}

function unlessEmpty<T>(list: T[]): T[] | undefined {
  return list.length === 0 ? undefined : list;
}

function present(fields: Manifest): Manifest {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
