import type { Source } from './source.ts';

export interface CatalogEntry {
  id: string;
  version: string;
  listed: boolean;
  published: string;
  packageContent: string;
}

/** What `dotnet package search`, the package browser of an IDE and shell completion read. */
interface SearchHit {
  id: string;
  version: string;
  registration: string;
  owners: string[];
  versions: { version: string; '@id': string }[];
}

/** Every version of an id, in the order of its registration index. Older clients read another registration hive. */
export async function metadata(source: Source, id: string, isOldClient = false): Promise<CatalogEntry[]> {
  const base = isOldClient
    ? source.resource('RegistrationsBaseUrl/3.4.0', 'RegistrationsBaseUrl')
    : source.resource('RegistrationsBaseUrl/Versioned', 'RegistrationsBaseUrl/3.6.0');
  const response = await source.request(`${base}${id.toLowerCase()}/index.json`);
  if (response.status === 404) return [];
  const index = (await json(response)) as { items: { items: { catalogEntry: CatalogEntry }[] }[] };
  return index.items.flatMap((page) => page.items.map((item) => item.catalogEntry));
}

export async function search(source: Source, parameters: Record<string, string>) {
  const base = source.resource('SearchQueryService/3.5.0', 'SearchQueryService');
  const query = new URLSearchParams({
    skip: '0',
    take: '20',
    prerelease: 'false',
    semVerLevel: '2.0.0',
    ...parameters,
  });
  const response = await source.request(`${base}?${query.toString()}`);
  return (await json(response)) as { totalHits: number; data: SearchHit[] };
}

export async function complete(source: Source, parameters: Record<string, string>): Promise<string[]> {
  const base = source.resource('SearchAutocompleteService/3.5.0', 'SearchAutocompleteService');
  const query = new URLSearchParams({ semVerLevel: '2.0.0', ...parameters });
  const found = (await json(await source.request(`${base}?${query.toString()}`))) as { data: string[] };
  return found.data;
}

async function json(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.status} (${response.statusText})`);
  return response.json();
}
