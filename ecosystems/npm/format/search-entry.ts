import { z } from 'zod';
import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { maintainersOf } from './documents.ts';
import { distTags } from './latest.ts';
import { NpmMetadata } from './metadata.ts';
import { scopeOf } from './name.ts';
import { isStable } from './version.ts';

/** A hit without the facts that depend on the time of the search. */
export const SearchPayload = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string().optional(),
  keywords: z.array(z.string()),
  date: z.string(),
  links: z.record(z.string(), z.string()),
  publisher: z.object({ username: z.string(), email: z.string() }),
  maintainers: z.array(z.object({ username: z.string(), email: z.string() })),
});
export type SearchPayload = z.infer<typeof SearchPayload>;

/** One hit per package, with the version of the tag `latest`. */
export function searchEntry(input: RenderInput): SearchEntry {
  const { package: pkg, releases, featured, baseUrl } = input;
  const version = distTags(releases, input.tags)['latest'];
  const release = version === undefined ? undefined : featured.get(version);
  if (release === undefined || version === undefined) return { facets: [], fields: {}, payload: {} };
  const people = maintainersOf(pkg).map(({ name, email }) => ({ username: name, email }));
  const { publisher, manifest } = NpmMetadata.parse(release.metadata);
  const payload: SearchPayload = {
    name: pkg.name,
    version,
    ...(pkg.description === null ? {} : { description: pkg.description }),
    keywords: [...pkg.keywords],
    date: (release.publishedAt ?? release.uploadedAt).toISOString(),
    links: {
      npm: `${baseUrl}/packages/npm/${pkg.name}`,
      ...(pkg.homepage === null ? {} : { homepage: pkg.homepage }),
      ...(pkg.repositoryUrl === null ? {} : { repository: pkg.repositoryUrl }),
    },
    publisher: { username: publisher ?? pkg.ownerName, email: '' },
    maintainers: people,
  };
  const isDeprecated = release.isDeprecated || release.isYanked;
  const authors = [authorOf(manifest), publisher, ...people.map(({ username }) => username)];
  return {
    facets: [isStable(version) ? 'stable' : 'unstable', isDeprecated ? 'deprecated' : 'current'],
    fields: {
      keywords: lowerCase(pkg.keywords),
      author: lowerCase(authors),
      maintainer: lowerCase(people.map(({ username }) => username)),
      owner: lowerCase([pkg.ownerName]),
      scope: lowerCase([scopeOf(pkg.name)]),
    },
    payload,
  };
}

function authorOf({ author }: Record<string, unknown>): string | null {
  if (typeof author === 'string') return author.split(/[<(]/, 1)[0]?.trimEnd() ?? null;
  const name = typeof author === 'object' && author !== null ? (author as { name?: unknown }).name : null;
  return typeof name === 'string' ? name : null;
}

function lowerCase(words: (string | null)[]): string[] {
  const known = words.filter((word): word is string => word !== null && word !== '');
  return [...new Set(known.map((word) => word.toLowerCase()))];
}
