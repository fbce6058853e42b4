import { z } from 'zod';

export const DependencyKind = z.enum(['normal', 'build', 'dev']);
export type DependencyKind = z.infer<typeof DependencyKind>;

/** A dependency as the index writes it: `name` is the alias, `package` the crate behind it when they differ. */
export const IndexDependency = z.object({
  name: z.string(),
  req: z.string(),
  features: z.array(z.string()),
  optional: z.boolean(),
  default_features: z.boolean(),
  target: z.string().nullable(),
  kind: DependencyKind,
  /** null is this registry; anything else is the index URL exactly as the client sent it. */
  registry: z.string().nullable(),
  package: z.string().nullable(),
  artifact: z.array(z.string()).optional(),
  bindep_target: z.string().nullable().optional(),
  lib: z.boolean().optional(),
});
export type IndexDependency = z.infer<typeof IndexDependency>;

export const FeatureMap = z.record(z.string(), z.array(z.string()));
export type FeatureMap = z.infer<typeof FeatureMap>;

/** The stored metadata of a crate's release: everything that an index line and a crate page need. */
export const CargoMetadata = z.object({
  deps: z.array(IndexDependency),
  features: FeatureMap,
  /** Features that use `dep:` or `?/`, which clients before 1.60 cannot read. */
  features2: FeatureMap.nullable(),
  links: z.string().nullable(),
  rust_version: z.string().nullable(),
  edition: z.string().nullable(),
  authors: z.array(z.string()),
  documentation: z.string().nullable(),
  categories: z.array(z.string()),
  license_file: z.string().nullable(),
});
export type CargoMetadata = z.infer<typeof CargoMetadata>;

/** Splits a feature map into the part for all clients and the part for newer ones. */
export function splitFeatures(all: FeatureMap): { features: FeatureMap; features2: FeatureMap | null } {
  const isNew = (values: string[]) =>
    values.some((value) => value.startsWith('dep:') || value.includes('?/'));
  const old = Object.entries(all).filter(([, values]) => !isNew(values));
  const recent = Object.entries(all).filter(([, values]) => isNew(values));
  return {
    features: Object.fromEntries(old),
    features2: recent.length === 0 ? null : Object.fromEntries(recent),
  };
}
