import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import type { Dependency } from '../../../domain/publication.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import type { Manifest } from './metadata.ts';
import { normaliseManifest } from './normalise.ts';
import { limits } from './limits.ts';

/** Largest manifest in the index in bytes; every reader of the package loads all manifests. */
export const maxManifestBytes = limits.manifest.bytes;

/** Members that the registry sets, or that readers of the index do not need. */
const dropped: ReadonlySet<string> = new Set(
  `_id _rev _npmUser _attachments _args _from _resolved _integrity _shasum _where _requested _requiredBy
  _inBundle _location _phantomChildren _spec _hasShrinkwrap hasInstallScript dist maintainers deprecated readme
  readmeFilename time users tag __proto__`.split(/\s+/),
);

const Ranges = z.record(z.string(), z.string());
const dependencyFields = {
  dependencies: 'runtime',
  devDependencies: 'dev',
  optionalDependencies: 'optional',
  peerDependencies: 'peer',
} as const satisfies Record<string, Dependency['kind']>;

/**
 * Removes members that only the registry may set.
 * @throws DomainError `validation_failed` for a manifest that would break every install, `too_large`
 */
export function cleanManifest(given: Manifest, name: string, version: string): Manifest {
  const kept = Object.entries(given).filter(([field, value]) => !dropped.has(field) && value !== null);
  const manifest = { ...Object.fromEntries(kept), name, version };
  for (const field of Object.keys(dependencyFields)) {
    const ranges = (manifest as Manifest)[field];
    // a list and a text of names are older forms of the map
    const isMap = typeof ranges === 'object' && !Array.isArray(ranges);
    if (isMap && !Ranges.safeParse(ranges).success) {
      throw new DomainError('validation_failed', `${field} must map names to version ranges`);
    }
  }
  if (Buffer.byteLength(JSON.stringify(manifest)) > maxManifestBytes) {
    throw new DomainError('too_large', `the manifest is larger than ${maxManifestBytes} bytes`);
  }
  return manifest;
}

/** @throws DomainError `invalid_archive` for a manifest that the database can't store */
export function assertStorable(manifest: Manifest): void {
  if (!isStorable(manifest)) {
    throw new DomainError(
      'invalid_archive',
      'package.json in the archive has characters that no text can hold',
    );
  }
}

/** Members that clients add to the declaration only: installs do not use them. */
const fromClient = ['gitHead', '_nodeVersion', '_npmVersion'];
const unlessInside = ['description', 'contributors', 'homepage', 'bugs', 'man'];

/** The index's manifest: the archive's manifest in the form that readers expect. @throws DomainError `too_large` */
export function indexedManifest(
  inside: Manifest,
  declared: Manifest,
  { name, version, paths }: { name: string; version: string; paths: readonly string[] },
): Manifest {
  const { gitHead: _gitHead, ...own } = normaliseManifest(inside, { name, paths });
  const added = [...fromClient, ...unlessInside.filter((field) => !Object.hasOwn(own, field))];
  const known = added.filter((field) => Object.hasOwn(declared, field) && declared[field] !== '');
  return cleanManifest(
    { ...own, ...Object.fromEntries(known.map((field) => [field, declared[field]])) },
    name,
    version,
  );
}

/**
 * Dependencies for pages and dependents. An optional one may also be in `dependencies`.
 * @throws DomainError `invalid_archive`
 */
export function dependenciesOf(manifest: Manifest): Dependency[] {
  const edges = Object.entries(dependencyFields).flatMap(([field, kind]) =>
    Object.entries(Ranges.catch({}).parse(manifest[field])).map(([name, requirement]) => ({
      name,
      requirement,
      kind,
    })),
  );
  if (edges.length > limits.dependencies.count) {
    throw new DomainError(
      'invalid_archive',
      `a package has at most ${limits.dependencies.count} dependencies`,
    );
  }
  const optional = new Set(edges.filter(({ kind }) => kind === 'optional').map(({ name }) => name));
  return edges.filter(({ name, kind }) => kind !== 'runtime' || !optional.has(name));
}

/** Facts for pages, from any form that authors write. */
export function describeManifest(manifest: Manifest) {
  return {
    description: text(manifest['description']),
    license: text(manifest['license']) ?? text(member(manifest['license'], 'type')),
    homepage: webUrl(text(manifest['homepage'])),
    repositoryUrl: webUrl(repositoryUrl(manifest['repository'])),
    keywords: keywordsOf(manifest['keywords']),
  };
}

/** Licenses in older forms: a list, or objects with URLs. */
export function olderLicenses(manifest: Manifest): string[] {
  return [manifest['license'], manifest['licenses']]
    .flat()
    .map((given) => text(given) ?? text(member(given, 'type')) ?? text(member(given, 'name')))
    .filter((license) => license !== null);
}

function keywordsOf(given: unknown): string[] {
  const list = typeof given === 'string' ? given.split(/[\s,]+/) : given;
  if (!Array.isArray(list)) return [];
  return list
    .filter((word): word is string => typeof word === 'string' && word !== '')
    .slice(0, publicationLimits.keyword.count);
}

function repositoryUrl(given: unknown): string | null {
  return text(given) ?? text(member(given, 'url'));
}

const hosts: Record<string, string> = {
  github: 'https://github.com/',
  gitlab: 'https://gitlab.com/',
  bitbucket: 'https://bitbucket.org/',
};

/** A URL for browsers, from e.g. `git+ssh://git@host/x.git` or `github:x/y`. */
function webUrl(given: string | null): string | null {
  if (given === null) return null;
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(given);
  if (short !== null) return `${hosts[short[1] ?? 'github']}${short[2]}`;
  const url = given
    .replace(/^git\+/, '')
    .replace(/^(?:ssh:\/\/)?git@([\w.-]+)[:/]/, 'https://$1/')
    .replace(/^git:/, 'https:')
    .replace(/\.git(?=#|$)/, '');
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

function text(given: unknown): string | null {
  return typeof given === 'string' && given !== '' ? given : null;
}

function member(given: unknown, key: string): unknown {
  return typeof given === 'object' && given !== null ? (given as Record<string, unknown>)[key] : undefined;
}
