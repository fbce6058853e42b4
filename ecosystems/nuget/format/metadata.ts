import { z } from 'zod';

const PackageDependency = z.object({
  id: z.string(),
  /** Interval notation. */
  range: z.string(),
});

export const DependencyGroup = z.object({
  /** In the author's spelling, e.g. `net8.0`; null: every framework. */
  target_framework: z.string().nullable(),
  dependencies: z.array(PackageDependency),
});
export type DependencyGroup = z.infer<typeof DependencyGroup>;

export const PackageType = z.object({ name: z.string(), version: z.string().nullable() });
export type PackageType = z.infer<typeof PackageType>;

/**
 * The stored metadata of a release. Only `Release.isYanked` says whether the release is listed: a second member could
 * contradict it.
 */
export const NugetMetadata = z.object({
  /** The id with this version's casing. */
  id: z.string(),
  authors: z.array(z.string()),
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  language: z.string(),
  icon_url: z.string(),
  license_url: z.string(),
  license_expression: z.string(),
  project_url: z.string(),
  require_license_acceptance: z.boolean(),
  min_client_version: z.string(),
  tags: z.array(z.string()),
  dependency_groups: z.array(DependencyGroup),
  package_types: z.array(PackageType),
  repository: z
    .object({ type: z.string(), url: z.string(), branch: z.string(), commit: z.string() })
    .nullable(),
  /** Embedded files that were extracted at publish. */
  has_readme: z.boolean(),
  has_icon: z.boolean(),
  has_license: z.boolean(),
  /** Whether the package has an author or repository signature. */
  is_signed: z.boolean(),
  /** Whether the version is hidden from clients that only know SemVer 1. */
  is_semver2: z.boolean(),
});
export type NugetMetadata = z.infer<typeof NugetMetadata>;

/** The metadata that lists of all versions need. */
export const NugetListed = NugetMetadata.pick({ is_semver2: true });
