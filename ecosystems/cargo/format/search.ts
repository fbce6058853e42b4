import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { highest, latest } from './latest.ts';
import { CargoMetadata } from './metadata.ts';
import { isStable } from './version.ts';

/** One hit per crate, with keywords and categories as filters. */
export function searchEntry({ package: crate, releases, featured }: RenderInput): SearchEntry {
  const version = latest(releases) ?? highest(releases);
  const newest = [...featured.values()].find((release) => release.version === version);
  const metadata = newest === undefined ? undefined : CargoMetadata.parse(newest.metadata);
  return {
    facets: version !== null && isStable(version) ? ['stable'] : [],
    fields: {
      keyword: crate.keywords.map((keyword) => keyword.toLowerCase()),
      category: (metadata?.categories ?? []).map((category) => category.toLowerCase()),
    },
    payload: {
      name: crate.name,
      max_version: version,
      description: crate.description,
      homepage: crate.homepage,
      documentation: metadata?.documentation ?? null,
      repository: crate.repositoryUrl,
    },
  };
}
