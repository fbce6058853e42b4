import { type BundleHints, noHints } from '../../../domain/bundle-analysis.ts';
import { NugetMetadata } from './metadata.ts';

export function bundle(metadata: unknown): BundleHints {
  const parsed = NugetMetadata.safeParse(metadata);
  if (!parsed.success) return noHints;
  const { dependency_groups: groups, package_types: types } = parsed.data;
  return {
    ...noHints,
    dependencyGroups: groups.length,
    packageTypes: types.length,
    hasEntrypoints: types.some(({ name }) => name.toLowerCase() === 'dotnettool'),
  };
}
