import type { Package } from '../../../domain/package.ts';
import type { Release } from '../../../domain/release.ts';
import { highest, latest } from '../format/latest.ts';
import { CargoMetadata } from '../format/metadata.ts';
import { isStable } from '../format/version.ts';

/** The metadata of a version that its entry on a page shows. */
export const VersionMetadata = CargoMetadata.pick({
  features: true,
  features2: true,
  links: true,
  rust_version: true,
  edition: true,
});

/** A crate page as tools read it: the crate, then its versions, newest first. */
export function presentCrate(crate: Package, releases: Release[]) {
  const versions = releases.toReversed().map((release) => presentVersion(crate, release));
  const stable = releases.filter((release) => isStable(release.versionKey));
  return {
    crate: {
      id: crate.name,
      name: crate.name,
      description: crate.description,
      homepage: crate.homepage,
      repository: crate.repositoryUrl,
      keywords: crate.keywords,
      max_version: latest(releases) ?? highest(releases),
      max_stable_version: latest(stable) ?? highest(stable),
      newest_version: releases.at(-1)?.version ?? null,
      downloads: crate.downloadCount,
      created_at: crate.createdAt.toISOString(),
      updated_at: crate.updatedAt.toISOString(),
    },
    versions,
  };
}

export function presentVersion(crate: Package, release: Release) {
  const metadata = VersionMetadata.parse(release.metadata);
  const artifact = release.artifacts[0];
  return {
    id: release.id,
    crate: crate.name,
    num: release.version,
    checksum: artifact?.sha256 ?? null,
    crate_size: artifact?.sizeBytes ?? null,
    dl_path: `/api/v1/crates/${crate.name}/${release.version}/download`,
    yanked: release.isYanked,
    features: { ...metadata.features, ...metadata.features2 },
    links: metadata.links,
    rust_version: metadata.rust_version,
    edition: metadata.edition,
    created_at: (release.publishedAt ?? release.uploadedAt).toISOString(),
  };
}

export function presentDependencies(release: Release) {
  return CargoMetadata.parse(release.metadata).deps.map((dependency) => ({
    crate_id: dependency.package ?? dependency.name,
    explicit_name: dependency.package === null ? null : dependency.name,
    req: dependency.req,
    kind: dependency.kind,
    optional: dependency.optional,
    default_features: dependency.default_features,
    features: dependency.features,
    target: dependency.target,
    registry: dependency.registry,
  }));
}
