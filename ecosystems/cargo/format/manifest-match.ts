import { DomainError } from '../../../domain/errors.ts';
import { toIndexForm, type Declaration } from './declaration.ts';
import type { Manifest, ManifestDependency } from './manifest.ts';
import type { FeatureMap, IndexDependency } from './metadata.ts';
import { isSameRequirement } from './requirement.ts';

/** Cargo's URL of the public crate index in a publish request; manifests omit the URL. */
const publicIndex = 'https://github.com/rust-lang/crates.io-index';

/** An index URL of a registry of this kind, with any host name. */
const ownIndex = /\/cargo(?:\/r\/[^/]+)?\/index\/?$/;

const kindOrder = { normal: 0, build: 1, dev: 2 };

/**
 * The dependencies of the manifest in index form. The declaration beside the archive must agree with the manifest in
 * everything that resolution uses; an absent declaration is accepted.
 * @throws DomainError `manifest_mismatch` that names the field
 */
export function agree(manifest: Manifest, declaration: Declaration): IndexDependency[] {
  const { deps, features, links, rust_version: rustVersion } = declaration;
  const isSilent = [deps, features, links, rustVersion].every((member) => member === undefined);
  if (isSilent) return manifest.dependencies.map(indexedDependency).sort(byNameAndKind);
  assertSame('links', manifest.package.links ?? null, links);
  assertSame('rust_version', manifest.package['rust-version'] ?? null, rustVersion);
  assertSameFeatures(manifest.features, features ?? {});
  return agreeOnDependencies(manifest.dependencies, (deps ?? []).map(toIndexForm));
}

/**
 * Keeps the registry URL of the manifest. This registry has several URLs, and another registry may have an index under
 * the same path: so the URL stays as the author's client wrote it.
 */
function indexedDependency({ registryIndex = publicIndex, ...known }: ManifestDependency): IndexDependency {
  return { ...known, registry: registryIndex };
}

function assertSame(field: string, actual: string | null, declared: string | null | undefined): void {
  if (declared === undefined || declared === actual) return;
  throw mismatch(field);
}

function assertSameFeatures(actual: FeatureMap, declared: FeatureMap): void {
  for (const name of new Set([...Object.keys(actual), ...Object.keys(declared)])) {
    if (!isSameSet(actual[name], declared[name])) throw mismatch(`features.${name}`);
  }
}

function agreeOnDependencies(
  dependencies: ManifestDependency[],
  declared: IndexDependency[],
): IndexDependency[] {
  const waiting = new Map(declared.map((dependency) => [place(dependency), dependency]));
  const agreed = dependencies.map((dependency) => {
    const other = waiting.get(place(dependency));
    if (other === undefined) throw mismatch(`deps.${dependency.name}`);
    waiting.delete(place(dependency));
    return agreeOnDependency(dependency, other);
  });
  const [surplus] = waiting.values();
  if (surplus !== undefined) throw mismatch(`deps.${surplus.name}`);
  if (declared.length !== dependencies.length) throw mismatch('deps');
  return agreed.sort(byNameAndKind);
}

function agreeOnDependency(dependency: ManifestDependency, declared: IndexDependency): IndexDependency {
  const { registryIndex, ...known } = dependency;
  const field = `deps.${dependency.name}`;
  if (!isSameRequirement(known.req, declared.req)) throw mismatch(`${field}.req`);
  for (const member of ['package', 'optional', 'default_features'] as const) {
    if (known[member] !== declared[member]) throw mismatch(`${field}.${member}`);
  }
  if (!isSameSet(known.features, declared.features)) throw mismatch(`${field}.features`);
  if (!isSameRegistry(registryIndex, declared.registry)) throw mismatch(`${field}.registry`);
  return { ...declared, ...known };
}

/** A manifest always names the registry, a declaration only another registry than this one. */
function isSameRegistry(index: string | undefined, declared: string | null): boolean {
  if (declared === null) return index !== undefined && ownIndex.test(index);
  return declared === (index ?? publicIndex);
}

function place(dependency: { name: string; kind: string; target: string | null }): string {
  return JSON.stringify([dependency.name, dependency.kind, withoutBlanks(dependency.target)]);
}

/** Cargo rewrites `cfg( any( unix, ) )` as `cfg(any(unix))` in the declaration and not in the manifest. */
function withoutBlanks(target: string | null): string | null {
  return target === null ? null : target.replaceAll(/\s+/g, '').replaceAll(',)', ')');
}

/** Old clients use the first entry of a name as the normal dependency. */
function byNameAndKind(a: IndexDependency, b: IndexDependency): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.kind !== b.kind) return kindOrder[a.kind] - kindOrder[b.kind];
  const [left, right] = [a.target ?? '', b.target ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function isSameSet(a: string[] | undefined, b: string[] | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((value) => right.has(value));
}

function mismatch(field: string): DomainError {
  return new DomainError(
    'manifest_mismatch',
    `${field} in the publish request differs from Cargo.toml inside the crate`,
  );
}
