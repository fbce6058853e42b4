import type { Caller } from '../../domain/caller.ts';

export interface SearchQuery {
  text: string;
  /** Required facet tokens (all of them). */
  facets: string[];
  /** `field:value` filters, lower case. */
  fields: { field: string; value: string }[];
  offset: number;
  limit: number;
}

export interface SearchHit {
  name: string;
  description: string | null;
  latestVersion: string | null;
  downloadCount: number;
  /** Downloads by version key, a few minutes old; a version without downloads is absent. */
  versionDownloads?: Readonly<Record<string, number>>;
  ownerName: string;
  payload: Record<string, unknown>;
}

/** Finds packages that the caller may read, best match first. */
export type Search = (
  caller: Caller,
  query: SearchQuery,
) => Promise<{ total: number; hits: readonly SearchHit[] }>;
