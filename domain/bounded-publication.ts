import { DomainError } from './errors.ts';
import { publicationLimits, searchLimits } from './limits.ts';
import type { Publication } from './publication.ts';
import { cut } from './storable-text.ts';

const { readme, description, license, link, keyword, dependencies, metadata } = publicationLimits;

/** The stored part of a publication, within the bounds of the table. @throws DomainError `invalid_archive` */
export function boundPublication(publication: Publication): Publication {
  const { dependencies: edges } = publication;
  if (edges.length > dependencies.count) {
    throw new DomainError('invalid_archive', `a package has at most ${dependencies.count} dependencies`);
  }
  if (edges.some(({ name, requirement }) => name.length + requirement.length > dependencies.characters)) {
    throw new DomainError('invalid_archive', 'a dependency has a name or a range that is too long');
  }
  if (Buffer.byteLength(JSON.stringify(publication.metadata)) > metadata.bytes) {
    throw new DomainError('invalid_archive', `the metadata is larger than ${metadata.bytes} bytes`);
  }
  return {
    ...publication,
    readme: cut(publication.readme, readme.characters),
    description: cut(publication.description, description.characters),
    license: cut(publication.license, license.characters),
    homepage: undefinedIfMissing(publication.homepage),
    repositoryUrl: undefinedIfMissing(publication.repositoryUrl),
    keywords: cutAll(publication.keywords, keyword),
  };
}

/** Search words, cut to a maximum length and number. */
export function boundFields(fields: Readonly<Record<string, string[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, values]) => [field, cutAll(values, searchLimits.values)]),
  );
}

export function boundFacets(facets: readonly string[]): string[] {
  return cutAll(facets, searchLimits.facets);
}

function cutAll(
  values: readonly string[],
  { characters, count }: { characters: number; count: number },
): string[] {
  return values.slice(0, count).map((value) => cut(value, characters));
}

/** A truncated link has another target, so it is dropped. */
function undefinedIfMissing(url: string | null): string | null {
  return url !== null && url.length > link.characters ? null : url;
}
