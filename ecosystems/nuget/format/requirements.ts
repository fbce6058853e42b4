import { NugetMetadata } from './metadata.ts';

/** Requirements of the release, with the nuspec's names. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = NugetMetadata.safeParse(metadata);
  if (!parsed.success) return {};
  const { dependency_groups: groups, min_client_version: client } = parsed.data;
  const frameworks = groups.flatMap(({ target_framework: framework }) => framework ?? []);
  return {
    ...(frameworks.length > 0 && { targetFramework: frameworks.join(', ') }),
    ...(client !== '' && { minClientVersion: client }),
  };
}
