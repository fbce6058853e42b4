import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import type { SearchQuery } from '../../context/search.ts';
import { channelOf, type Channel } from '../format/listing.ts';
import { isPackageId } from '../format/name.ts';
import { typeFacet } from '../format/search-entry.ts';
import { canonicalVersion } from '../format/version.ts';
import { words } from '../format/search-words.ts';
import { limits } from '../format/limits.ts';

/** The first value of a repeated parameter counts. */
const parameter = z
  .union([z.string(), z.array(z.string()).transform((values) => values[0] ?? '')])
  .optional()
  .catch(undefined);

export const SearchParameters = z.object({
  q: parameter,
  id: parameter,
  skip: parameter,
  take: parameter,
  prerelease: parameter,
  semVerLevel: parameter,
  packageType: parameter,
});
export type SearchParameters = z.infer<typeof SearchParameters>;

/** The channel of the versions that the client reads. */
export function requestedChannel(parameters: SearchParameters): Channel {
  return channelOf({
    prerelease: parameters.prerelease?.toLowerCase() === 'true',
    semVer2: Number.parseInt(parameters.semVerLevel ?? '1', 10) >= 2,
  });
}

/** @throws DomainError `bad_request` for an invalid number */
export function searchQuery(parameters: SearchParameters): SearchQuery {
  return { ...page(parameters), ...parseText(parameters.q ?? ''), facets: facets(parameters) };
}

/** The query for packages that have, for each word, a word with that prefix. @throws DomainError `bad_request` */
export function autocompleteQuery(parameters: SearchParameters): SearchQuery {
  const typed = (parameters.q ?? '').slice(0, limits['search text'].characters).toLowerCase().split(/\s+/);
  const fields = typed.filter((word) => word !== '').map((value) => ({ field: 'prefix', value }));
  return { ...page(parameters), text: '', fields, facets: facets(parameters) };
}

function page(parameters: SearchParameters): { offset: number; limit: number } {
  const offset = wholeNumber('skip', parameters.skip, 0);
  if (offset > limits['search skip'].count)
    throw new DomainError('bad_request', `skip is at most ${limits['search skip'].count}`);
  return { offset, limit: Math.min(limits['search page'].count, wholeNumber('take', parameters.take, 20)) };
}

function wholeNumber(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined || value === '') return fallback;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new DomainError('bad_request', `${name} is not a whole number`);
}

function facets(parameters: SearchParameters): string[] {
  const channel = requestedChannel(parameters);
  const type = parameters.packageType ?? '';
  return type === '' ? [channel] : [channel, typeFacet(channel, type)];
}

/** Whether the requested package type is a possible name; any other has no packages. */
export function isKnownType(parameters: SearchParameters): boolean {
  return !parameters.packageType || isPackageId(parameters.packageType);
}

const fieldNames: Record<string, string> = {
  id: 'id',
  packageid: 'packageid',
  version: 'version',
  title: 'title',
  tag: 'tags',
  tags: 'tags',
  author: 'author',
  authors: 'author',
  owner: 'owner',
  owners: 'owner',
};

/** Splits `title:"json tools" parser` into field filters and free text. */
export function parseText(q: string): Pick<SearchQuery, 'text' | 'fields'> {
  const free: string[] = [];
  const fields: SearchQuery['fields'] = [];
  for (const [whole, name, quoted, plain] of q
    .slice(0, limits['search text'].characters)
    .matchAll(/(?:([A-Za-z]+):)?(?:"([^"]*)"|(\S+))/g)) {
    const field = fieldNames[name?.toLowerCase() ?? ''];
    if (field === undefined) free.push(name === undefined ? (quoted ?? plain ?? '') : whole);
    else fields.push(...fieldValues(field, quoted ?? plain ?? '').map((value) => ({ field, value })));
  }
  return { text: free.join(' ').trim(), fields };
}

function fieldValues(field: string, value: string): string[] {
  if (field === 'version') return [versionValue(value)];
  const isProse = field === 'title' || field === 'author';
  return isProse ? words(value) : [value.toLowerCase()];
}

function versionValue(value: string): string {
  try {
    return canonicalVersion(value);
  } catch {
    return value.toLowerCase();
  }
}
