import type { Artifact, Release } from '../../../domain/release.ts';
import { escapedName, filenameOf } from './name.ts';
import { attestationsFile, NpmMetadata, type Manifest } from './metadata.ts';

/** JSON of a version, cut at the URL of its tarball. */
export interface SplitManifest {
  version: string;
  before: string;
  /** The text after the cut, with the other URLs below the given mount. */
  after(mountUrl: string): string;
}

export interface Person {
  name: string;
  email: string;
}

/** The fields that clients need for a resolution. */
const abbreviatedFields =
  `dependencies optionalDependencies devDependencies bundleDependencies peerDependencies
  peerDependenciesMeta bin directories engines os cpu libc hasInstallScript _hasShrinkwrap funding
  acceptDependencies`.split(/\s+/);

export function fullManifest(release: Release, metadata: NpmMetadata, maintainers: Person[]): SplitManifest {
  const { manifest, publisher } = metadata;
  const id = `${String(manifest['name'])}@${release.versionKey}`;
  const person = publisher === null ? {} : { _npmUser: { name: publisher, email: '' } };
  return split(release, metadata, { ...manifest, _id: id, ...person, maintainers, ...deprecation(release) });
}

export function abbreviatedManifest(release: Release, metadata: NpmMetadata): SplitManifest {
  const { manifest } = metadata;
  const kept: Manifest = { name: manifest['name'], version: release.versionKey, ...deprecation(release) };
  for (const field of abbreviatedFields) {
    if (Object.hasOwn(manifest, field)) kept[field] = manifest[field];
  }
  return split(release, metadata, kept);
}

/** The document of one version, as text. */
export function renderVersion(release: Release, mountUrl: string, maintainers: Person[]): string {
  const metadata = NpmMetadata.parse(release.metadata);
  const { before, after } = fullManifest(release, metadata, maintainers);
  const name = String(metadata.manifest['name']);
  const tarball = `${mountUrl}/${name}/-/${filenameOf(name, release.versionKey)}`;
  return `${before}${JSON.stringify(tarball)}${after(mountUrl)}`;
}

/**
 * The deprecation that clients show. The protocol has no yank: a yanked version is deprecated with the yank's reason.
 */
export function shownDeprecation(release: Release): string | null {
  if (release.isYanked) return release.yankReason ?? 'this version was yanked';
  return release.isDeprecated ? (release.deprecationMessage ?? 'this version is deprecated') : null;
}

function deprecation(release: Release): { deprecated?: string } {
  const deprecated = shownDeprecation(release);
  return deprecated === null ? {} : { deprecated };
}

function split(release: Release, metadata: NpmMetadata, manifest: Manifest): SplitManifest {
  const { versionKey } = release;
  const tarball = tarballOf(release);
  const dist = {
    integrity: integrityOf(release),
    shasum: tarball?.sha1,
    fileCount: metadata.fileCount,
    unpackedSize: metadata.unpackedSize,
    ...signatures(release),
  };
  const name = String(metadata.manifest['name']);
  const path = `/-/npm/v1/attestations/${escapedName(name)}@${versionKey}`;
  return {
    version: versionKey,
    before: `${JSON.stringify(manifest).slice(0, -1)},"dist":${JSON.stringify(dist).slice(0, -1)},"tarball":`,
    after: (mountUrl) => {
      const attestations = attestationsOf(release, metadata, mountUrl + path);
      return attestations === undefined ? '}}' : `,"attestations":${JSON.stringify(attestations)}}}`;
    },
  };
}

function signatures({ signatures }: Release) {
  if (signatures.length === 0) return {};
  return { signatures: signatures.map(({ keyId, signature }) => ({ keyid: keyId, sig: signature })) };
}

function attestationsOf(release: Release, { provenance }: NpmMetadata, url: string) {
  const isThere = release.artifacts.some(({ filename }) => filename === attestationsFile);
  if (!isThere) return undefined;
  return { url, ...(provenance === null ? {} : { provenance: { predicateType: provenance } }) };
}

export function tarballOf(release: Release): Artifact | undefined {
  return release.artifacts.find(({ kind }) => kind === 'tgz');
}

/** Subresource integrity of the tarball, in base64; stored digests are in hex. */
export function integrityOf(release: Release): string {
  return `sha512-${Buffer.from(tarballOf(release)?.sha512 ?? '', 'hex').toString('base64')}`;
}
