import type { Actor } from '../../domain/actor.ts';
import type { Placed } from '../../domain/paging.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { type HitDetails, listHitDetails } from '../../store/postgres/search/search-hydration.ts';
import type { FoundPackage, Search, SearchRequest } from '../../store/search/search.ts';

export interface Hit extends Placed {
  found: FoundPackage;
  details: HitDetails;
}

/** What the actor may know of; the total is exact. */
export async function searchPackages(
  { search, pool }: { search: Search; pool: Pool },
  actor: Actor,
  request: Omit<SearchRequest, 'facets' | 'fields'>,
): Promise<{ total: number; hits: Hit[] }> {
  const { total, hits } = await search.query(actor, { ...request, facets: [], fields: [] });
  const known = await listHitDetails(
    pool,
    hits.map((hit) => hit.packageId),
  );
  return {
    total,
    hits: hits.flatMap((found) => {
      // gone since the search engine was told of it
      const details = known.get(found.packageId);
      return details ? [{ found, details, position: found.position }] : [];
    }),
  };
}
