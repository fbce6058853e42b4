import type { Actor } from '../../domain/actor.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { Placed, Window } from '../../domain/paging.ts';
import type { Visibility } from '../../domain/visibility.ts';
import type { SearchCopy } from './copy.ts';

export type SearchSort = 'relevance' | 'downloads' | 'updated' | 'name';

/** The facets of a search. */
export const facetNames = ['ecosystem', 'license', 'keyword'] as const;
export type FacetName = (typeof facetNames)[number];

/** The counts in a result, the most frequent values first; packages without a value do not count. */
export type Facets = Partial<Record<FacetName, { value: string; count: number }[]>>;

export interface SearchRequest extends Window {
  /** As typed; empty lists everything. */
  text: string;
  ecosystem?: EcosystemId | undefined;
  /** Slug of the owning organization. */
  org?: string | undefined;
  /** Slug of the repository. */
  repository?: string | undefined;
  keyword?: string | undefined;
  license?: string | undefined;
  /** Tokens that must all be present; the ecosystem defines their meaning. */
  facets: string[];
  /** `field:value` filters, lower case; all must match. */
  fields: { field: string; value: string }[];
  sort: SearchSort;
  /** The facets to count. */
  countBy?: readonly FacetName[] | undefined;
}

export interface SearchAnswer {
  total: number;
  hits: readonly FoundPackage[];
  /** The facets of {@link SearchRequest.countBy}. */
  facets?: Facets;
}

/** One package, with the facts for the answers of every ecosystem and of the management API. */
export interface FoundPackage extends Placed {
  packageId: string;
  ecosystem: EcosystemId;
  name: string;
  nameKey: string;
  visibility: Visibility;
  description: string | null;
  keywords: string[];
  license: string | null;
  latestVersion: string | null;
  downloadCount: number;
  /** Downloads by version key, a few minutes old; versions without downloads are absent. */
  versionDownloads: Record<string, number>;
  ownerName: string;
  orgSlug: string | null;
  repositorySlug: string;
  updatedAt: Date;
  payload: Record<string, unknown>;
}

/** A package whose name begins with a typed text. */
export interface Suggestion {
  ecosystem: EcosystemId;
  name: string;
}

export interface SuggestRequest {
  /** In lower case: a package with exactly this name is first. */
  text: string;
  /** Prefixes of name keys. */
  prefixes: readonly string[];
  limit: number;
}

/** Visibility is part of the query itself: a package that the actor may not see is neither found nor counted. */
export interface Search {
  /**
   * `total` is exact. Exact names are first, then prefixes, then other words of the name, then all others. A text
   * without matches finds names with one typing error. @throws DomainError `not_ready` while the engine is
   * unavailable
   */
  query(actor: Actor, request: SearchRequest): Promise<SearchAnswer>;
  /** The most downloaded names with one of the prefixes. @throws as {@link query} */
  suggest(actor: Actor, request: SuggestRequest): Promise<readonly Suggestion[]>;
  /** Updates the entry of one package from the database; a hidden package loses its entry. */
  project(packageId: string): Promise<void>;
  /** Cheap check for readiness. */
  ping(): Promise<void>;
  /** Null if searches read the entries directly. */
  copy: SearchCopy | null;
  close(): Promise<void>;
}
