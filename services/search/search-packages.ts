import type { Actor } from '../../domain/actor.ts';
import type { Placed } from '../../domain/paging.ts';
import { type HitDetails, listHitDetails } from '../../store/postgres/search/search-hydration.ts';
import type { Facets, FoundPackage, SearchRequest } from '../../store/search/search.ts';
import type { Platform } from '../platform.ts';

export interface Hit extends Placed {
  found: FoundPackage;
  details: HitDetails;
}

export { facetNames } from '../../store/search/search.ts';
export type { Facets };

/** Packages that the actor may see; the total is exact. Counts cover all results, not the page. */
export async function searchPackages(
  { search, pool }: Pick<Platform, 'search' | 'pool'>,
  actor: Actor,
  request: Omit<SearchRequest, 'facets' | 'fields'>,
): Promise<{ total: number; hits: Hit[]; facets?: Facets }> {
  const { total, hits, facets } = await search.query(actor, { ...request, facets: [], fields: [] });
  const known = await listHitDetails(
    pool,
    hits.map((hit) => hit.packageId),
  );
  return {
    total,
    ...(facets && { facets }),
    hits: hits.flatMap((found) => {
      // removed since it was written to the search engine
      const details = known.get(found.packageId);
      return details ? [{ found, details, position: found.position }] : [];
    }),
  };
}
