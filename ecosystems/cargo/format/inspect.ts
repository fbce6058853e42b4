import type { OpenedArchive } from '../../../domain/archive.ts';
import { cut } from '../../../domain/storable-text.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainStanding } from '../../../domain/file-standing.ts';
import { publicationLimits } from '../../../domain/limits.ts';
import { placeKey } from '../../../domain/place-key.ts';
import type { Dependency } from '../../../domain/publication.ts';
import { decodeUtf8 } from '../../../domain/utf8.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { agree } from './manifest-match.ts';
import { Declaration } from './declaration.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { splitFeatures, type CargoMetadata, type IndexDependency } from './metadata.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion, isStable } from './version.ts';
import { limits } from './limits.ts';

/** Reads a `.crate`: its manifest is authoritative, the declaration beside it must agree. */
export async function inspect(archive: OpenedArchive, declared: Declared): Promise<FileInspection> {
  canonicalName(declared.name);
  canonicalVersion(declared.version);
  const root = `${declared.name}-${declared.version}/`;
  assertLayout(archive, root);
  const source = await archive.read(`${root}Cargo.toml`, limits.manifest.bytes);
  const manifest = readManifest(
    decodeUtf8(source, { what: 'Cargo.toml inside the crate', code: 'invalid_archive' }),
  );
  assertIdentity(manifest, declared);
  assertSize(manifest);
  const declaration = Declaration.safeParse(declared.metadata);
  if (!declaration.success) throw new DomainError('validation_failed', 'the crate metadata is not valid');
  const deps = agree(manifest, declaration.data);
  return {
    publication: {
      ...describe(manifest),
      readme: await readReadme(archive, root, manifest),
      isPrerelease: !isStable(manifest.package.version),
      dependencies: deps.map(toEdge),
      metadata: toMetadata(manifest, deps),
    },
    standing: { ...plainStanding, installScripts: countInstallScripts(archive, root, manifest) },
    extracts: [],
  };
}

function assertLayout(archive: OpenedArchive, root: string): void {
  const stray = archive.entries.find((entry) => !entry.path.startsWith(root));
  if (stray !== undefined) {
    throw new DomainError('invalid_archive', `every file of the crate must be below ${root}`);
  }
  const manifests = archive.entries.filter(
    (entry) => entry.path.toLowerCase() === `${root}cargo.toml`.toLowerCase(),
  );
  if (manifests.length !== 1 || manifests[0]?.path !== `${root}Cargo.toml`) {
    throw new DomainError('invalid_archive', 'a crate has exactly one Cargo.toml, spelled like this');
  }
}

function assertSize({ dependencies, features }: Manifest): void {
  if (dependencies.length > limits.dependencies.count) {
    throw new DomainError('invalid_archive', `a crate has at most ${limits.dependencies.count} dependencies`);
  }
  if (Object.keys(features).length > limits.features.count) {
    throw new DomainError('invalid_archive', `a crate has at most ${limits.features.count} features`);
  }
}

function assertIdentity(manifest: Manifest, declared: Declared): void {
  const { name, version } = manifest.package;
  const field = name === declared.name ? 'version' : 'name';
  if (name === declared.name && version === declared.version) return;
  throw new DomainError(
    'manifest_mismatch',
    `${field} in the publish request differs from Cargo.toml inside the crate`,
  );
}

function describe({ package: facts }: Manifest) {
  return {
    name: facts.name,
    version: facts.version,
    description: facts.description ?? null,
    license: facts.license ?? null,
    homepage: facts.homepage ?? null,
    repositoryUrl: facts.repository ?? null,
    keywords: facts.keywords,
  };
}

/** Number of programs that run in builds of dependents: build scripts, and a macro in the compiler. */
function countInstallScripts(archive: OpenedArchive, root: string, manifest: Manifest): number {
  return countBuildScripts(archive, root, manifest) + (manifest.isMacro ? 1 : 0);
}

/** Cargo's rules: a manifest names its build scripts or excludes them; otherwise `build.rs` is a build script. */
function countBuildScripts(archive: OpenedArchive, root: string, manifest: Manifest): number {
  const { build } = manifest.package;
  if (Array.isArray(build)) return build.length;
  if (typeof build === 'string') return 1;
  if (build === false) return 0;
  return archive.entries.some(({ path }) => placeKey(path.slice(root.length)) === 'build.rs') ? 1 : 0;
}

/** A missing or huge README is ignored: the crate is still accepted. */
async function readReadme(archive: OpenedArchive, root: string, manifest: Manifest): Promise<string | null> {
  const { readme } = manifest.package;
  const path = `${root}${typeof readme === 'string' ? readme.replace(/^\.\//, '') : 'README.md'}`;
  const entry = readme === false ? undefined : archive.entries.find((candidate) => candidate.path === path);
  if (entry === undefined || entry.size > limits.readme.bytes) return null;
  const bytes = await archive.read(path, limits.readme.bytes);
  // PostgreSQL text cannot hold NUL.
  return bytes.toString('utf8').replaceAll('\0', '');
}

function toEdge(dependency: IndexDependency): Dependency {
  const kind = dependency.kind === 'normal' ? 'runtime' : dependency.kind;
  return {
    name: dependency.package ?? dependency.name,
    requirement: dependency.req,
    kind: dependency.optional ? 'optional' : kind,
  };
}

/** The part of a list that fits into the metadata of every version. */
function listed(values: string[]): string[] {
  const { count } = publicationLimits.list;
  return values.slice(0, count).map((value) => cut(value, limits.listed.characters));
}

function toMetadata(manifest: Manifest, deps: IndexDependency[]): CargoMetadata {
  const facts = manifest.package;
  return {
    deps,
    ...splitFeatures(manifest.features),
    links: facts.links ?? null,
    rust_version: facts['rust-version'] ?? null,
    edition: facts.edition ?? null,
    authors: listed(facts.authors),
    documentation: facts.documentation ?? null,
    categories: listed(facts.categories),
    license_file: facts['license-file'] ?? null,
  };
}
