import { parse } from 'smol-toml';
import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { FeatureMap, type DependencyKind } from './metadata.ts';
import { canonicalRequirement } from './requirement.ts';

const text = z.string().optional().catch(undefined);
const texts = z.array(z.string()).catch([]);

const ManifestPackage = z.object({
  name: z.string(),
  version: z.string(),
  edition: text,
  description: text,
  readme: z.union([z.string(), z.boolean()]).optional().catch(undefined),
  license: text,
  'license-file': text,
  homepage: text,
  documentation: text,
  repository: text,
  links: z.string().optional(),
  build: z
    .union([z.string(), z.boolean(), z.array(z.string())])
    .optional()
    .catch(undefined),
  'rust-version': z
    .string()
    .regex(/^\d+(?:\.\d+){0,2}$/)
    .optional(),
  authors: texts,
  keywords: texts,
  categories: texts,
});
export type ManifestPackage = z.infer<typeof ManifestPackage>;

const DetailedDependency = z.object({
  version: z.string().optional(),
  package: z.string().optional(),
  optional: z.boolean().optional(),
  'default-features': z.boolean().optional(),
  default_features: z.boolean().optional(),
  features: z.array(z.string()).optional(),
  'registry-index': z.string().optional(),
});
const Dependency = z.union([
  z.string().transform((version) => DetailedDependency.parse({ version })),
  DetailedDependency,
]);
const Dependencies = z.record(z.string(), Dependency).optional();

const DependencyTables = z.object({
  dependencies: Dependencies,
  'dev-dependencies': Dependencies,
  dev_dependencies: Dependencies,
  'build-dependencies': Dependencies,
  build_dependencies: Dependencies,
});

const Library = z.object({
  'proc-macro': z.boolean().optional().catch(undefined),
  proc_macro: z.boolean().optional().catch(undefined),
  'crate-type': texts.optional().catch(undefined),
  crate_type: texts.optional().catch(undefined),
});

const CargoToml = DependencyTables.extend({
  package: ManifestPackage,
  features: FeatureMap.optional(),
  lib: Library.optional().catch(undefined),
  target: z.record(z.string(), DependencyTables).optional(),
});

export interface ManifestDependency {
  /** The alias, if the crate is renamed. */
  name: string;
  package: string | null;
  req: string;
  features: string[];
  optional: boolean;
  default_features: boolean;
  target: string | null;
  kind: DependencyKind;
  /** Index URL; undefined is the public crate index. */
  registryIndex: string | undefined;
}

export interface Manifest {
  /** Whether the crate is a procedural macro, which the compiler runs. */
  isMacro: boolean;
  package: ManifestPackage;
  features: FeatureMap;
  dependencies: ManifestDependency[];
}

/** Reads the manifest that cargo normalised while packaging. @throws DomainError `invalid_archive` */
export function readManifest(source: string): Manifest {
  const manifest = CargoToml.safeParse(parseToml(source));
  if (!manifest.success) {
    const where = manifest.error.issues[0]?.path.join('.') ?? '';
    throw new DomainError('invalid_archive', `Cargo.toml is not valid at ${where}`);
  }
  const targets = Object.entries(manifest.data.target ?? {});
  return {
    isMacro: isMacro(manifest.data.lib),
    package: manifest.data.package,
    features: manifest.data.features ?? {},
    dependencies: [
      ...listDependencies(manifest.data, null),
      ...targets.flatMap(([target, tables]) => listDependencies(tables, target)),
    ],
  };
}

function isMacro(lib: z.infer<typeof Library> | undefined): boolean {
  if (lib?.['proc-macro'] === true || lib?.proc_macro === true) return true;
  return [...(lib?.['crate-type'] ?? []), ...(lib?.crate_type ?? [])].includes('proc-macro');
}

function parseToml(source: string): unknown {
  try {
    // Tables of other tools may hold integers beyond the precision of a double.
    return parse(source, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    throw new DomainError('invalid_archive', 'Cargo.toml is not valid TOML', {}, error);
  }
}

function listDependencies(
  tables: z.infer<typeof DependencyTables>,
  target: string | null,
): ManifestDependency[] {
  const development = { ...tables.dev_dependencies, ...tables['dev-dependencies'] };
  // Cargo omits development dependencies that only work inside the author's tree.
  const published = Object.entries(development).filter(([, { version }]) => version !== undefined);
  return [
    ...toDependencies(tables.dependencies, 'normal', target),
    ...toDependencies({ ...tables.build_dependencies, ...tables['build-dependencies'] }, 'build', target),
    ...toDependencies(Object.fromEntries(published), 'dev', target),
  ];
}

function toDependencies(
  table: z.infer<typeof Dependencies>,
  kind: DependencyKind,
  target: string | null,
): ManifestDependency[] {
  return Object.entries(table ?? {}).map(([name, dependency]) => ({
    name,
    package: dependency.package === undefined || dependency.package === name ? null : dependency.package,
    req: canonicalRequirement(dependency.version ?? '*'),
    features: dependency.features ?? [],
    optional: dependency.optional ?? false,
    default_features: dependency['default-features'] ?? dependency.default_features ?? true,
    target,
    kind,
    registryIndex: dependency['registry-index'],
  }));
}
