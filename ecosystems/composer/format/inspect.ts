import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainStanding } from '../../../domain/file-standing.ts';
import type { Dependency } from '../../../domain/publication.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { Declaration } from './declaration.ts';
import { countInstallScripts } from './install-scripts.ts';
import { limits } from './limits.ts';
import { type Manifest, parseManifest, type Served } from './manifest.ts';
import type { ComposerMetadata } from './metadata.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion, isStable } from './version.ts';

/**
 * Reads a zip: its `composer.json`, at the root or in the only folder, is authoritative.
 * @throws DomainError `invalid_archive`, `manifest_mismatch`
 */
export async function inspect(zip: OpenedArchive, declared: Declared): Promise<FileInspection> {
  const folder = folderOf(zip);
  const bytes = await zip.read(`${folder}composer.json`, limits.manifest.bytes);
  const manifest = parseManifest(bytes);
  const name = canonicalName(manifest.name);
  const declaration = Declaration.parse(declared.metadata);
  assertSame(manifest, declared);
  assertDeclared(manifest.served, declaration);
  const { served } = manifest;
  const metadata: ComposerMetadata = {
    manifest: served,
    reference: declaration.reference ?? null,
    sourceUrl: declaration.source_url ?? null,
  };
  return {
    publication: {
      name,
      version: declared.version,
      description: served.description ?? null,
      readme: await readmeOf(zip, folder),
      license: served.license?.join(' OR ') || null,
      homepage: webUrl(served.homepage ?? ''),
      repositoryUrl: webUrl(served.support?.['source'] ?? declaration.source_url ?? ''),
      keywords: served.keywords ?? [],
      isPrerelease: !isStable(declared.version),
      dependencies: [
        ...dependenciesOf(served.require, 'runtime'),
        ...dependenciesOf(served['require-dev'], 'dev'),
      ],
      metadata,
    },
    standing: { ...plainStanding, installScripts: countInstallScripts(served) },
    extracts: [],
  };
}

/**
 * The folder of `composer.json`: empty for the root, else with a slash at its end.
 * @throws DomainError `invalid_archive`
 */
function folderOf({ entries }: OpenedArchive): string {
  const paths = new Set(entries.map(({ path }) => path));
  if (paths.has('composer.json')) return '';
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  const isOnly = folder !== '' && entries.every(({ path }) => path.startsWith(folder));
  if (isOnly && paths.has(`${folder}composer.json`)) return folder;
  throw new DomainError(
    'invalid_archive',
    'the zip has no composer.json, neither at its root nor in its only folder',
  );
}

/** @throws DomainError `manifest_mismatch`, `invalid_version` */
function assertSame({ name, version }: Manifest, declared: Declared): void {
  if (canonicalName(name) !== canonicalName(declared.name)) {
    throw new DomainError(
      'manifest_mismatch',
      `the composer.json in the zip says name ${name}, the request says ${declared.name}`,
    );
  }
  if (version === undefined || canonicalVersion(version) === canonicalVersion(declared.version)) return;
  throw new DomainError(
    'manifest_mismatch',
    `the composer.json in the zip says version ${version}, the request says ${declared.version}`,
  );
}

/** A `composer.json` beside the zip must agree with the one in the zip. @throws DomainError `manifest_mismatch` */
function assertDeclared(served: Served, { manifest }: Declaration): void {
  if (manifest === undefined) return;
  const [inside, beside]: Record<string, unknown>[] = [served, manifest];
  const names = new Set([...Object.keys(inside ?? {}), ...Object.keys(beside ?? {})]);
  for (const name of names) {
    if (sorted(inside?.[name]) === sorted(beside?.[name])) continue;
    throw new DomainError(
      'manifest_mismatch',
      `the composer.json beside the zip has another ${name.slice(0, 100)} than the one in it`,
    );
  }
}

/** Returns equal texts for equal JSON, in any order of members. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function dependenciesOf(
  links: Readonly<Record<string, string>> = {},
  kind: Dependency['kind'],
): Dependency[] {
  return Object.entries(links).map(([name, requirement]) => ({ name, requirement, kind }));
}

async function readmeOf(zip: OpenedArchive, folder: string): Promise<string | null> {
  const found = zip.entries.find(
    ({ path, size }) =>
      path.startsWith(folder) &&
      /^readme(?:\.md|\.markdown)?$/i.test(path.slice(folder.length)) &&
      size <= limits.readme.bytes,
  );
  return found ? (await zip.read(found.path, limits.readme.bytes)).toString('utf8') : null;
}

function webUrl(raw: string): string | null {
  const url = URL.parse(raw);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
